import type { PersonNoteRow } from "#src/db/tables/person-notes.ts";
import type { UserRow } from "#src/db/tables/users.ts";
import { FORMER_ORGANIZER } from "#src/features/notes/messages.ts";
import type { Note } from "#src/features/notes/schema.ts";
import { fullName } from "#src/shared/full-name.ts";

type NoteRow = {
  readonly note: PersonNoteRow;
  readonly email: string | null;
  readonly author: UserRow | null;
};

export function viewNote({ note, email, author }: NoteRow): Note {
  return {
    id: note.id,
    text: note.text,
    author: (author && fullName(author)) || email || FORMER_ORGANIZER,
    createdAt: note.createdAt.toISOString(),
  };
}
