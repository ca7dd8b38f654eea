import { z } from "zod";
import { UPLOAD_KINDS } from "#src/shared/states.ts";

export const uploadedSchema = z.object({
  key: z.string().describe("The value of imgKey or a photo key; served at /images/{key}"),
  kind: z.enum(UPLOAD_KINDS),
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int().describe("The total size of its stored files"),
  sizes: z.array(z.number().int()).describe("For a picture: /images/{key}-{size}.avif and .webp"),
});
export type Uploaded = z.infer<typeof uploadedSchema>;
