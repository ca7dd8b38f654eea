import { z } from "zod";
import { CAPTION_TOO_LONG } from "#src/features/events/photos/messages.ts";
import { text } from "#src/shared/fields.ts";
import { UPLOAD_KINDS } from "#src/shared/states.ts";

const photoSchema = z.object({
  key: z.string(),
  kind: z.enum(UPLOAD_KINDS),
  caption: z.string().describe("The caption; empty if there is none"),
});
export const photosSchema = z.object({
  photos: z.array(photoSchema),
  canChange: z.boolean().describe("Whether the caller may add, reorder, caption and delete them"),
});
export type EventPhotos = z.infer<typeof photosSchema>;

const key = text(200);
const caption = text(200, CAPTION_TOO_LONG);

export const newPhotoSchema = z.object({ key, caption: caption.default("") });
export const orderSchema = z.object({ order: z.array(key).max(500) });
export const captionSchema = z.object({ caption });
