import { useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import panel from "#src/features/console/components/panel.module.css";
import foot from "#src/features/people/components/dialog-foot.module.css";
import styles from "#src/features/people/components/edit/edit-dialog.module.css";
import { EditField } from "#src/features/people/components/edit/edit-fields.tsx";
import { personAt } from "#src/features/people/components/person-address.ts";
import { nameOf } from "#src/features/people/components/record-fields.ts";
import type { Matched, Matches, User, UserField } from "#src/features/people/schema/users.ts";
import { formatPhone } from "#src/shared/contact.ts";
import { counted } from "#src/shared/counted.ts";
import { Dialog } from "#src/ui/dialog.tsx";
import { FormActions } from "#src/ui/form-actions.tsx";
import { FailureNotice, Notice } from "#src/ui/notice.tsx";
import { takeFocus } from "#src/ui/take-focus.ts";

const FIELDS = ["firstName", "lastName", "email", "phone", "nickname", "zsex", "referredBy"] as const;
type Values = Partial<Record<UserField, string>>;
type Failure = { readonly message: string; readonly fields: Readonly<Record<string, string>> };
type Added = { readonly user: User };

/** A possible match, with a link to its page. */
function Match({ match }: { match: Matched }) {
  const [query] = useSearchParams();
  return (
    <li className={panel.target}>
      <Link to={personAt(match.userId, query)}>{nameOf(match)}</Link>
      <span>{[match.email, formatPhone(match.phone)].filter(Boolean).join(" · ")}</span>
      <span>{match.reasons.join(", ")}</span>
    </li>
  );
}

/** The form's values and possible matches; changing a value searches again. */
function useAdding(onAdded: (user: User) => void) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Values>({});
  const [matches, setMatches] = useState<readonly Matched[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isUnderWay = useRef(false);

  async function send(): Promise<void> {
    const body = values;
    if (matches === null) {
      const found = await consoleFetch<Matches>("/api/admin/people/matches", {
        method: "POST",
        body,
        isQuestion: true,
      });
      if (!found.ok) return setFailure({ message: found.message, fields: found.fields ?? {} });
      if (found.value.matches.length > 0) return setMatches(found.value.matches);
    }
    const answer = await consoleFetch<Added>("/api/pending-join-requests/users", { method: "POST", body });
    if (answer.ok) return onAdded(answer.value.user);
    // The person may have been added although the response was lost: search again on the next try.
    if (answer.status === 0) setMatches(null);
    setFailure({ message: answer.message, fields: answer.fields ?? {} });
  }
  async function submit(event: React.FormEvent): Promise<void> {
    event.preventDefault();
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsBusy(true);
    setFailure(null);
    await send();
    isUnderWay.current = false;
    setIsBusy(false);
    // After the errors are rendered, focus the first invalid field.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
  }
  function change(field: UserField, value: string): void {
    setValues((now) => ({ ...now, [field]: value }));
    setMatches(null);
  }
  return { form, values, matches, failure, isBusy, submit, change };
}

type AddDialogProps = { onAdded: (user: User) => void; onClose: () => void };

/** Adds a person. Shows possible matches before writing anything. */
export function AddDialog({ onAdded, onClose }: AddDialogProps) {
  const { form, values, matches, failure, isBusy, submit, change } = useAdding(onAdded);
  const isAgain = matches !== null;
  return (
    <Dialog title="Add person" mayClose={() => !isBusy} onClose={onClose}>
      <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <div className={styles.fields}>
          {FIELDS.map((field) => (
            <EditField
              key={field}
              field={field}
              value={values[field] ?? ""}
              error={failure?.fields[field]}
              onValue={(value) => change(field, value)}
            />
          ))}
        </div>
        {isAgain && (
          <div ref={takeFocus} tabIndex={-1}>
            <Notice title={`${counted(matches.length, "person", "people")} may be the same`}>
              <p>Nothing is added yet. Open a person to see more, or add a new one.</p>
              <ul className={panel.targets}>
                {matches.map((match) => (
                  <Match key={match.userId} match={match} />
                ))}
              </ul>
            </Notice>
          </div>
        )}
        <div className={foot.foot}>
          <FailureNotice words={failure?.message} />
          <FormActions
            action={isAgain ? ["Add as a new person", "Adding…"] : ["Add person", "Adding…"]}
            isBusy={isBusy}
            onCancel={onClose}
          />
        </div>
      </form>
    </Dialog>
  );
}
