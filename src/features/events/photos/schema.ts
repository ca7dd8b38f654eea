import { z } from "zod";
import * as says from "#src/features/events/photos/messages.ts";
import { isEmailAddress, normalizeEmail } from "#src/shared/contact.ts";
import { requiredText, text } from "#src/shared/fields.ts";
import { UPLOAD_KINDS } from "#src/shared/states.ts";

export const uploadedSchema = z.object({
  key: z.string().describe("What an event's imgKey or a photo is; its address is /images/{key}"),
  kind: z.enum(UPLOAD_KINDS),
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int().describe("Of all that is kept of it"),
  sizes: z.array(z.number().int()).describe("Of a picture: /images/{key}-{size}.avif and .webp"),
});
export type Uploaded = z.infer<typeof uploadedSchema>;

const photoSchema = z.object({
  key: z.string(),
  kind: z.enum(UPLOAD_KINDS),
  caption: z.string().describe("What it shows; empty when nobody said"),
});
export const photosSchema = z.object({
  photos: z.array(photoSchema),
  canChange: z.boolean().describe("Whether who asks may add, order, describe and delete them"),
});
export type EventPhotos = z.infer<typeof photosSchema>;

const key = text(200);
const caption = text(200, says.CAPTION_TOO_LONG);

export const newPhotoSchema = z.object({ key, caption: caption.default("") });
export const orderSchema = z.object({ order: z.array(key).max(500) });
export const captionSchema = z.object({ caption });

export const takedownSchema = z.object({
  reason: requiredText(1000, says.REASON_REQUIRED),
  email: text(100)
    .refine((address) => address === "" || isEmailAddress(address), {
      error: "Please enter a valid email address, or leave it empty.",
    })
    .transform(normalizeEmail)
    .default(""),
});
export type Takedown = z.infer<typeof takedownSchema>;
export const takedownAnswerSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  hidden: z.boolean().describe("It is not shown any more"),
});
