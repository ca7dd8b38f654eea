import { receiveUpload } from "#src/features/events/uploads/commands/upload.server.ts";
import { PICTURE_MB, VIDEO_MB } from "#src/features/events/uploads/rules.ts";
import { uploadedSchema } from "#src/features/events/uploads/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireUnblocked } from "#src/policy/viewer.ts";

export const uploadCall = endpoint({
  summary: "Upload a picture or video for an event",
  file: `JPEG, PNG, WebP or AVIF of at most ${PICTURE_MB} MB, or .mp4 of at most ${VIDEO_MB} MB`,
  answer: uploadedSchema,
  status: 201,
  // Anyone who may create an event may upload its picture.
  isLimitedInside: true,
  admit: requireUnblocked,
  handle: (app, person, { readFile }) => receiveUpload(app, person, readFile),
});
