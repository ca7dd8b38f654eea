import { call, type RestCall } from "#src/api/rest-call.ts";
import { addNoteCall, deleteNoteCall, readNotes, readTags, tagCall } from "#src/features/notes/rest.server.ts";
import { readMatches } from "#src/features/people/rest/users.server.ts";
import { readPerson, readPersonEvents } from "#src/features/person/rest.server.ts";

/** Calls for people in the console: match proposals, a person's page, notes and tags. */
export const peopleCalls: readonly RestCall[] = [
  call("post", "/api/admin/people/matches", readMatches),
  call("get", "/api/admin/people/:id", readPerson),
  call("get", "/api/admin/people/:id/events", readPersonEvents),
  call("get", "/api/admin/people/:id/notes", readNotes),
  call("post", "/api/admin/people/:id/notes", addNoteCall),
  call("delete", "/api/admin/notes/:id", deleteNoteCall),
  call("get", "/api/admin/tags", readTags),
  call("post", "/api/admin/tags", tagCall),
];
