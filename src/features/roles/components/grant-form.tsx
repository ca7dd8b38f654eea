import { useState } from "react";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import panel from "#src/features/console/components/panel.module.css";
import { EMAIL_REQUIRED, ROLE_USES } from "#src/features/roles/messages.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Options, SelectField, TextField } from "#src/ui/field.tsx";
import { FailureNotice, Notice } from "#src/ui/notice.tsx";
import { type Role, ROLES, ROLE_WORDS } from "#src/shared/roles.ts";

const HAND_OVER = "hand_over";
type Choice = Role | typeof HAND_OVER;

function useGranting(onChanged: (words: string) => void) {
  const [email, setEmail] = useState("");
  const [choice, setChoice] = useState<Choice>("approver");
  const [fault, setFault] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  async function send(): Promise<void> {
    if (isSending) return;
    setProblem(null);
    if (email.trim() === "") return setFault(EMAIL_REQUIRED);
    setFault(undefined);
    setIsSending(true);
    const answer = await consoleFetch<{ message: string }>(
      choice === HAND_OVER ? "/api/admin/roles/hand-over" : "/api/admin/roles",
      { method: "POST", body: choice === HAND_OVER ? { email } : { email, role: choice } },
    );
    setIsSending(false);
    if (!answer.ok) return setProblem(answer.message);
    // After handing over, the caller has no console access: leave it.
    if (choice === HAND_OVER) return window.location.assign("/dashboard");
    setEmail("");
    onChanged(answer.value.message);
  }
  return { email, setEmail, choice, setChoice, fault, problem, isSending, send };
}

/** Gives someone a role, or hands the group over to them. */
export function GrantForm({ onChanged }: { onChanged: (words: string) => void }) {
  const { email, setEmail, choice, setChoice, fault, problem, isSending, send } = useGranting(onChanged);
  const isHandOver = choice === HAND_OVER;
  const label = isHandOver ? "Hand over the group" : "Give role";
  return (
    <section aria-labelledby="give-role">
      <h2 id="give-role" className={panel.title}>
        Give a role
      </h2>
      <form
        className={panel.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          maxLength={100}
          hint="The email they sign in with."
          value={email}
          error={fault}
          onValue={setEmail}
        />
        <SelectField
          label="Role"
          hint={isHandOver ? ROLE_USES.organizer : ROLE_USES[choice]}
          value={choice}
          onValue={(value) => setChoice(value as Choice)}
        >
          <Options of={ROLES.map((role) => [role, ROLE_WORDS[role]])} />
          <option value={HAND_OVER}>Organizer, in my place</option>
        </SelectField>
        {isHandOver && (
          <Notice kind="warning" title="You stop being an organizer">
            <p>They can give the role back to you. Other roles that you have stay.</p>
          </Notice>
        )}
        <FailureNotice words={problem} />
        <div className="buttons">
          <Button type="submit" aria-disabled={isSending}>
            {isSending ? (isHandOver ? "Handing over…" : "Giving role…") : label}
          </Button>
        </div>
      </form>
    </section>
  );
}
