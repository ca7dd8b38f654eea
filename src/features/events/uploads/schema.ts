import { z } from "zod";
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
