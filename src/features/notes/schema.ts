import { z } from "zod";
import { CHOOSE_PEOPLE, NOTE_REQUIRED, TAG_REQUIRED } from "#src/features/notes/messages.ts";
import { requiredText, successSchema, text } from "#src/shared/fields.ts";

const MOST_TAGGED = 500;

const noteSchema = z.object({
  id: z.string(),
  text: z.string(),
  author: z.string().describe("The organizer's name, or their email"),
  createdAt: z.iso.datetime(),
});
export type Note = z.infer<typeof noteSchema>;

export const notesPageSchema = z.object({ notes: z.array(noteSchema), next: z.string().nullable() });
export type NotesPage = z.infer<typeof notesPageSchema>;

export const newNoteSchema = z.object({
  id: z.uuid().describe("The idempotency key, created by the client"),
  text: requiredText(2000, NOTE_REQUIRED),
});
export type NewNote = z.infer<typeof newNoteSchema>;
export const noteDeletedSchema = successSchema.extend({
  auditIds: z.array(z.string()).describe("The audit entry from which it can be undone"),
});
export type NoteDeleted = z.infer<typeof noteDeletedSchema>;

const tag = text(40, TAG_REQUIRED)
  .transform((words) => words.replace(/^#+/, "").replaceAll(/\s+/g, " ").trim().toLowerCase())
  .refine((words) => words !== "", { error: TAG_REQUIRED })
  .describe("Stored in lower case");

export const taggingSchema = z.object({
  userIds: z
    .array(text(100), { error: CHOOSE_PEOPLE })
    .min(1, { error: CHOOSE_PEOPLE })
    .max(MOST_TAGGED, { error: `At most ${MOST_TAGGED} people at once.` }),
  tag,
  isTagged: z.boolean({ error: "Say whether they get the tag or lose it." }),
});
export type Tagging = z.infer<typeof taggingSchema>;
export const taggedSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  changed: z.number().int().describe("The number of people who got or lost the tag"),
  auditIds: z.array(z.string()).describe("The audit entry from which it can be undone; empty if nothing changed"),
});
export type Tagged = z.infer<typeof taggedSchema>;

export const tagsSchema = z.object({ tags: z.array(z.string()).describe("In alphabetical order, at most 200") });
export type Tags = z.infer<typeof tagsSchema>;
