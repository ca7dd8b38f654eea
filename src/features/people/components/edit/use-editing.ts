import { useEffect, useRef, useState } from "react";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { sendable, valueOf } from "#src/features/people/components/record-fields.ts";
import { FAILED_TO_UPDATE, failedToUpdate, NO_CHANGES_MADE } from "#src/features/people/messages.ts";
import type { OneUser, User, UserField } from "#src/features/people/schema/users.ts";
import type { MemberAnswer, MemberFailure } from "#src/features/identity/member-fetch.ts";

/** How long "Saved" stays on the screen. */
const FEEDBACK_MS = 1500;

export type Edits = Partial<Record<UserField, string>>;
export type SaveEdits = (
  fields: Partial<Record<UserField, string | number>>,
  /** The fields' values before the edit. */
  seen: Edits,
) => Promise<MemberAnswer<{ message: string; user?: User | undefined }>>;

export type EditState =
  | { readonly kind: "editing" | "saving" }
  | { readonly kind: "unchanged" | "failed"; readonly words: string }
  | { readonly kind: "saved"; readonly words: string; readonly user: User };

/** An unreadable success did not come from our server: it has no message to show. */
function failureWords({ status, message }: MemberFailure): string {
  return status >= 200 && status < 300 ? FAILED_TO_UPDATE : failedToUpdate(message);
}

/** Errors by field. The API prefixes the record's fields with `fields.`. */
function errorsOf({ fields = {} }: MemberFailure): Edits {
  return Object.fromEntries(Object.entries(fields).map(([path, words]) => [path.replace(/^fields\./, ""), words]));
}

/** The message shown beside the edited record. */
export type EditWords = { readonly unchanged: string; readonly failed: (failure: MemberFailure) => string };
const WORDS: EditWords = { unchanged: NO_CHANGES_MADE, failed: failureWords };

type Options = {
  user: User;
  edits: Edits;
  save: SaveEdits;
  words?: EditWords | undefined;
  onSaved: (words: string) => void;
};

/** Saves one record's edits, one request at a time; calls `onSaved` shortly after success. */
export function useEditing({ user, edits, save, words = WORDS, onSaved }: Options) {
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<EditState>({ kind: "editing" });
  const [errors, setErrors] = useState<Edits>({});
  const isUnderWay = useRef(false);
  const seen = useRef(user);
  const latest = useRef(onSaved);
  useEffect(() => {
    latest.current = onSaved;
  });

  const saved = state.kind === "saved" ? state.words : null;
  useEffect(() => {
    if (saved === null) return;
    const timer = setTimeout(() => latest.current(saved), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [saved]);

  /** Adopts the values someone else saved as the new baseline: the error message shows them beside each field. */
  async function readAgain(): Promise<void> {
    const path = `/api/pending-join-requests/users/${encodeURIComponent(user.userId)}`;
    const answer = await consoleFetch<OneUser>(path);
    if (answer.ok) seen.current = answer.value.user;
  }

  async function send(): Promise<void> {
    if (isUnderWay.current) return;
    const changed = Object.entries(edits) as [UserField, string][];
    if (changed.length === 0) return setState({ kind: "unchanged", words: words.unchanged });
    isUnderWay.current = true;
    setState({ kind: "saving" });
    setErrors({});
    const answer = await save(
      Object.fromEntries(changed.map(([field, value]) => [field, sendable(field, value)])),
      Object.fromEntries(changed.map(([field]) => [field, valueOf(seen.current, field)])),
    );
    if (!answer.ok && answer.reason === "changed_meanwhile") await readAgain();
    isUnderWay.current = false;
    if (answer.ok) return setState({ kind: "saved", words: answer.value.message, user: answer.value.user ?? user });
    setErrors(errorsOf(answer));
    setState({ kind: "failed", words: words.failed(answer) });
    // After the errors are rendered, focus the first invalid field.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
  }

  function submit(event: React.FormEvent): void {
    event.preventDefault();
    void send();
  }
  return { form, state, errors, submit, finish: () => onSaved(saved ?? "") };
}
