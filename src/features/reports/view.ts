import type { FormSubmissionRow, ReportNoteRow } from "#src/db/tables/form-submissions.ts";
import { PICTURE_WORD } from "#src/features/chat-pictures/messages.ts";
import { eventIdOf } from "#src/features/chats/rules.ts";
import { FORMER_ORGANIZER } from "#src/features/reports/messages.ts";
import { stateOf } from "#src/features/reports/rules.ts";
import type { ReportCase } from "#src/features/reports/schema.ts";
import type { Admin } from "#src/policy/viewer.ts";

export type CaseRow = {
  readonly row: FormSubmissionRow;
  /** The organizer who took the report, by name or email. */
  readonly owner: string | null;
  /** The organizer who closed it, by name or email. */
  readonly closer: string | null;
  /** The reported chat message. */
  readonly reported: {
    readonly name: string | null;
    readonly writerId: string | null;
    readonly text: string | null;
    readonly chat: string | null;
    readonly pictureKey: string | null;
    readonly pictureAlt: string | null;
  } | null;
};
export type NoteRow = { readonly note: ReportNoteRow; readonly author: string | null };

const saidIn = (data: unknown, field: string): string => {
  const value = typeof data === "object" && data !== null ? (data as Record<string, unknown>)[field] : undefined;
  return typeof value === "string" ? value : "";
};

type Shown = { readonly notes: readonly NoteRow[]; readonly picture: ReportCase["picture"] };

/** The reported text; for a picture without text, its description. */
const wordsOf = ({ text, pictureKey, pictureAlt }: NonNullable<CaseRow["reported"]>) =>
  text || (pictureKey === null ? "" : pictureAlt || PICTURE_WORD);

/** A report as organizers see it. */
export function viewReport(
  admin: Admin,
  { row, owner, closer, reported }: CaseRow,
  { notes, picture }: Shown,
): ReportCase {
  const { id, email, data, createdAt, doneAt, doneBy, outcome, ownerSub } = row;
  const said = reported && wordsOf(reported);
  return {
    id,
    state: stateOf(row),
    about: reported && said ? `${reported.name} in ${reported.chat}` : saidIn(data, "about"),
    quote: said || null,
    picture,
    message: saidIn(data, "message"),
    email,
    eventId: saidIn(data, "eventId") || eventIdOf(saidIn(data, "chatId")),
    chatId: said ? saidIn(data, "chatId") : null,
    writerId: said ? reported.writerId : null,
    createdAt: createdAt.toISOString(),
    owner,
    isMine: ownerSub === admin.sub,
    doneAt: doneAt?.toISOString() ?? null,
    doneBy: closer ?? doneBy,
    outcome,
    notes: notes.map(({ note, author }) => ({
      id: note.id,
      text: note.text,
      author: author ?? FORMER_ORGANIZER,
      createdAt: note.createdAt.toISOString(),
    })),
  };
}
