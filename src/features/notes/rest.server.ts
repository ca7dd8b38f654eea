import { addNote, deleteNote, tagPeople } from "#src/features/notes/commands.server.ts";
import { listNotes, listTags } from "#src/features/notes/queries.server.ts";
import {
  newNoteSchema,
  noteDeletedSchema,
  notesPageSchema,
  taggedSchema,
  taggingSchema,
  tagsSchema,
} from "#src/features/notes/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireTo } from "#src/policy/roles.ts";
import { pageQuerySchema, successSchema } from "#src/shared/fields.ts";

export const readNotes = endpoint({
  summary: "Organizers' notes about a person, newest first",
  query: pageQuerySchema,
  answer: notesPageSchema,
  admit: requireTo.read_people,
  params: ["id"],
  handle: (app, admin, { params, query }) => listNotes(app, admin, { userId: params.id, after: query.after }),
});

export const addNoteCall = endpoint({
  summary: "Add a note about a person, who reads it in their data export",
  body: newNoteSchema,
  answer: successSchema,
  admit: requireTo.change_people,
  params: ["id"],
  handle: (app, admin, { params, body }) => addNote(app, admin, { userId: params.id, note: body }),
});

export const deleteNoteCall = endpoint({
  summary: "Delete a note; it can be undone from the audit log for 30 days",
  answer: noteDeletedSchema,
  admit: requireTo.change_people,
  params: ["id"],
  handle: (app, admin, { params }) => deleteNote(app, admin, params.id),
});

export const readTags = endpoint({
  summary: "The tags in use",
  answer: tagsSchema,
  admit: requireTo.read_people,
  handle: (app, admin) => listTags(app, admin),
});

export const tagCall = endpoint({
  summary: "Give people a tag, or remove it from them; it can be undone from the audit log for 30 days",
  body: taggingSchema,
  answer: taggedSchema,
  admit: requireTo.change_people,
  handle: (app, admin, { body }) => tagPeople(app, admin, body),
});
