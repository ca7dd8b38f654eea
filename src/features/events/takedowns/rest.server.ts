import { decidePhoto } from "#src/features/events/takedowns/commands.server.ts";
import { listPhotoRequests, lookAtPhoto } from "#src/features/events/takedowns/queries.server.ts";
import {
  photoDecidedSchema,
  photoRequestsQuerySchema,
  photoRequestsSchema,
} from "#src/features/events/takedowns/schema.ts";
import { z } from "zod";
import { endpoint } from "#src/http/endpoint.server.ts";

export const readPhotoRequests = endpoint({
  summary: "Requests to take photos down, the newest first",
  query: photoRequestsQuerySchema,
  answer: photoRequestsSchema,
  handle: (app, viewer, { query }) => listPhotoRequests(app, viewer, query),
});

export const readHiddenPhoto = endpoint({
  summary: "Look at the photo or video that a request is about, also while it is hidden",
  answer: z.string().describe("WebP of a picture, MP4 of a video"),
  answerType: "*/*",
  handle: (app, viewer, { params }) => lookAtPhoto(app, viewer, params["id"] ?? ""),
});

export const decidePhotoCall = endpoint({
  summary: "hide, keep or delete the photo that a request is about; hiding can be undone, deleting cannot",
  answer: photoDecidedSchema,
  handle: (app, viewer, { params }) => decidePhoto(app, viewer, params["id"] ?? "", params["action"] ?? ""),
});
