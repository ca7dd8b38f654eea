import { doubtScore, setListing } from "#src/features/events/ladder/commands.server.ts";
import { CHOOSE_AN_ACTIVITY, DOUBT_NOT_SENT } from "#src/features/events/ladder/messages.ts";
import { getLadder, getOwnResults } from "#src/features/events/ladder/queries.server.ts";
import {
  doubtedSchema,
  doubtSchema,
  ladderQuerySchema,
  ladderSchema,
  listingSchema,
  ownResultsQuerySchema,
  ownResultsSchema,
} from "#src/features/events/ladder/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireLadderReader } from "#src/policy/ladder.ts";
import { requirePerson, requireUnblocked } from "#src/policy/viewer.ts";
import { ok } from "#src/shared/result.ts";

export const readLadder = endpoint({
  summary: "The ladder or round robin of a season, from the scores of the court boards (members)",
  query: ladderQuerySchema,
  answer: ladderSchema,
  invalidMessage: CHOOSE_AN_ACTIVITY,
  admit: requireLadderReader,
  handle: async (app, reader, { query }) => ok(await getLadder(app, reader, query)),
});

export const readOwnResults = endpoint({
  summary: "Your levels, and each result with how far it moved them",
  query: ownResultsQuerySchema,
  answer: ownResultsSchema,
  admit: requirePerson,
  handle: (app, person, { query }) => getOwnResults(app, person, query.after),
});

export const postDoubt = endpoint({
  summary: "Tell the hosts of an event, and nobody else, what is wrong with the score of your game",
  body: doubtSchema,
  answer: doubtedSchema,
  invalidMessage: DOUBT_NOT_SENT,
  admit: requireUnblocked,
  isLimitedInside: true,
  handle: (app, person, { body }) => doubtScore(app, person, body),
});

export const patchListing = endpoint({
  summary: "Choose whether members see you on the ladder, and hosts your level",
  body: listingSchema,
  answer: listingSchema,
  admit: requirePerson,
  handle: async (app, person, { body }) => ok(await setListing(app, person, body)),
});
