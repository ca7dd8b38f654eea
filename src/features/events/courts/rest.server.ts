import { saveBoard, setFollowLink } from "#src/features/events/courts/commands.server.ts";
import { BOARD_WRONG } from "#src/features/events/courts/messages.ts";
import { getBoard, getFollowed } from "#src/features/events/courts/queries.server.ts";
import {
  boardChangeSchema,
  courtsSchema,
  followedByLinkSchema,
  followLinkSchema,
  savedBoardSchema,
} from "#src/features/events/courts/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requirePerson, requireSignedIn } from "#src/policy/viewer.ts";

export const readBoard = endpoint({
  summary: "The court board of an event; for its host and organizers, with everything needed to run it",
  answer: courtsSchema,
  admit: requireSignedIn,
  params: ["eventId"],
  handle: (app, viewer, { params }) => getBoard(app, viewer, params.eventId),
});

export const putBoard = endpoint({
  summary: "Save the court board of an event, made from the version that is saved (host and organizers)",
  body: boardChangeSchema,
  // Enough for a tournament day with all its games.
  maxBytes: 256 * 1024,
  rateLimit: { name: "save_board", max: 240, windowSeconds: 60 },
  answer: savedBoardSchema,
  invalidMessage: BOARD_WRONG,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params, body }) => saveBoard(app, person, params.eventId, body),
});

export const postFollowLink = endpoint({
  summary: "Make the link by which players follow the board; an earlier one ends (host and organizers)",
  answer: followLinkSchema,
  admit: requirePerson,
  params: ["eventId"],
  status: 201,
  handle: (app, person, { params }) => setFollowLink(app, person, params.eventId, { isEnding: false }),
});

export const deleteFollowLink = endpoint({
  summary: "End the link by which players follow the board (host and organizers)",
  answer: followLinkSchema,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params }) => setFollowLink(app, person, params.eventId, { isEnding: true }),
});

export const readFollowed = endpoint({
  summary: "A court board by its link: who plays where and who is next, by first name",
  answer: followedByLinkSchema,
  rateLimit: { name: "court_board", max: 600, windowSeconds: 60 },
  params: ["token"],
  handle: (app, _viewer, { params }) => getFollowed(app, params.token),
});
