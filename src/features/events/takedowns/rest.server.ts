import { decidePhoto } from "#src/features/events/takedowns/commands/decide.server.ts";
import { listPhotoRequests, lookAtPhoto } from "#src/features/events/takedowns/queries.server.ts";
import {
  photoRequestsQuerySchema,
  photoRequestsSchema,
  takedownAnswerSchema,
  takedownSchema,
} from "#src/features/events/takedowns/schema.ts";
import { z } from "zod";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireTo } from "#src/policy/roles.ts";
import { askForTakedown } from "#src/features/events/takedowns/commands/ask.server.ts";
import { REQUEST_REFUSED } from "#src/features/events/takedowns/messages.ts";
import { successSchema } from "#src/shared/fields.ts";

export const readPhotoRequests = endpoint({
  summary: "Requests to take photos down, newest first",
  query: photoRequestsQuerySchema,
  answer: photoRequestsSchema,
  admit: requireTo.manage_photos,
  handle: (app, admin, { query }) => listPhotoRequests(app, admin, query),
});

export const readHiddenPhoto = endpoint({
  summary: "The photo or video that a request is about, even while it is hidden",
  answer: z.string().describe("WebP of a picture, MP4 of a video"),
  answerType: "*/*",
  admit: requireTo.manage_photos,
  params: ["id"],
  handle: (app, admin, { params }) => lookAtPhoto(app, admin, params.id),
});

export const decidePhotoCall = endpoint({
  summary: "hide, keep or delete the photo that a request is about; hiding can be undone, deleting cannot",
  answer: successSchema,
  admit: requireTo.manage_photos,
  params: ["id", "action"],
  handle: (app, admin, { params }) => decidePhoto(app, admin, params.id, params.action),
});

export const takedownCall = endpoint({
  summary:
    "Ask the organizers to take a photo down; asked by an approved person, a guest of the event, or the sender of the photo, it is hidden at once",
  body: takedownSchema,
  answer: takedownAnswerSchema,
  invalidMessage: REQUEST_REFUSED,
  rateLimit: { name: "photo-takedown", max: 20, windowSeconds: 3600 },
  params: ["eventId", "key"],
  handle: (app, viewer, { params, body }) =>
    askForTakedown(app, viewer, { eventId: params.eventId, key: params.key }, body),
});
