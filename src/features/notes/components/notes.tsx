import { useState } from "react";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { ListFrame } from "#src/features/console/components/list-frame.tsx";
import { LogTop } from "#src/features/console/components/log-panel.tsx";
import logs from "#src/features/console/components/log.module.css";
import { NewNote } from "#src/features/console/components/new-note.tsx";
import { UndoNotice, useUndo } from "#src/features/console/components/undo-notice.tsx";
import { type PagedSource, usePagedList } from "#src/features/console/components/use-paged-list.ts";
import type { Note, NoteDeleted, NotesPage } from "#src/features/notes/schema.ts";
import { beginningOf } from "#src/shared/beginning.ts";
import { Button } from "#src/ui/button-link.tsx";

const SOURCE: PagedSource<NotesPage, Note> = { cursor: "after", read: ({ notes, next }) => ({ items: notes, next }) };

/** The organizers' notes about a person. */
export function Notes({ userId, canChange }: { userId: string; canChange: boolean }) {
  const path = `/api/admin/people/${encodeURIComponent(userId)}/notes`;
  const list = usePagedList<NotesPage, Note>(path, SOURCE);
  const [deed, setDeed] = useState<{ words: string; auditIds: readonly string[] } | null>(null);
  const undo = useUndo(deed, list.reload);
  async function remove({ id }: Note): Promise<void> {
    const answer = await consoleFetch<NoteDeleted>(`/api/admin/notes/${encodeURIComponent(id)}`, { method: "DELETE" });
    setDeed(
      answer.ok
        ? { words: answer.value.message, auditIds: answer.value.auditIds }
        : { words: answer.message, auditIds: [] },
    );
    list.reload();
  }
  return (
    <>
      {canChange && (
        <NewNote path={path} hint="For the team. The person can read it in their data export." onAdded={list.reload} />
      )}
      <UndoNotice undo={undo} onClose={() => setDeed(null)} />
      <ListFrame list={list} what={["note", "notes"]} empty={<p className="quiet">No notes yet.</p>}>
        {(notes) => (
          <ol className={logs.entries}>
            {notes.map((note) => (
              <li key={note.id} className={logs.entry}>
                <LogTop what={note.author} about="" at={note.createdAt} />
                <p className={logs.said}>{note.text}</p>
                {canChange && (
                  <Button variant="quiet" onClick={() => void remove(note)}>
                    Delete note<span className="visually-hidden"> “{beginningOf(note.text, 40)}”</span>
                  </Button>
                )}
              </li>
            ))}
          </ol>
        )}
      </ListFrame>
    </>
  );
}
