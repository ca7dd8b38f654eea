import { useRef, useState } from "react";
import { type Outcome, postUnsubscribe } from "#src/features/unsubscribe/components/post-unsubscribe.ts";
import styles from "#src/ui/contact-fields.module.css";
import { FORM_INCOMPLETE, UNSUBSCRIBED } from "#src/features/unsubscribe/messages.ts";
import { faultsOf, NO_ANSWERS, type UnsubscribeAnswers, unsubscribePayload } from "#src/features/unsubscribe/rules.ts";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { TextArea, TextField } from "#src/ui/field.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { PhoneField } from "#src/ui/phone-field.tsx";
import { SendingProgress } from "#src/ui/sending-progress.tsx";

type FieldsProps = {
  answers: UnsubscribeAnswers;
  faults: ReturnType<typeof faultsOf>;
  onAnswer: (answers: Partial<UnsubscribeAnswers>) => void;
};

function Names({ answers, faults, onAnswer }: FieldsProps) {
  return (
    <div className={styles.names}>
      <TextField
        label="First name"
        name="firstName"
        autoComplete="given-name"
        required
        maxLength={100}
        value={answers.firstName}
        error={faults.firstName}
        onValue={(firstName) => onAnswer({ firstName })}
      />
      <TextField
        label="Last name"
        name="lastName"
        autoComplete="family-name"
        required
        maxLength={100}
        value={answers.lastName}
        error={faults.lastName}
        onValue={(lastName) => onAnswer({ lastName })}
      />
    </div>
  );
}

function Fields({ answers, faults, onAnswer }: FieldsProps) {
  return (
    <>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        required
        maxLength={100}
        value={answers.email}
        error={faults.email}
        onValue={(email) => onAnswer({ email })}
      />
      <Names answers={answers} faults={faults} onAnswer={onAnswer} />
      <PhoneField
        id="unsubscribe-phone"
        required
        digits={answers.phone}
        error={faults.phone}
        onDigits={(phone) => onAnswer({ phone })}
      />
      <TextField
        label="Instagram (optional)"
        name="instagram"
        autoCapitalize="none"
        maxLength={100}
        value={answers.instagram}
        onValue={(instagram) => onAnswer({ instagram })}
      />
      <TextArea
        label="Why are you leaving? (optional)"
        name="reason"
        maxLength={1000}
        value={answers.reason}
        onValue={(reason) => onAnswer({ reason })}
      />
    </>
  );
}

type Standing = { kind: "idle" } | { kind: "incomplete" } | { kind: "sending" } | { kind: "done"; outcome: Outcome };

/** The form that stops the mails to an address. What was typed stays until it has arrived. */
export function UnsubscribeForm() {
  const form = useRef<HTMLFormElement>(null);
  const [answers, setAnswers] = useState(NO_ANSWERS);
  const [standing, setStanding] = useState<Standing>({ kind: "idle" });
  const faults = standing.kind === "incomplete" ? faultsOf(answers) : {};

  async function send(event: React.FormEvent) {
    event.preventDefault();
    if (standing.kind === "sending") return;
    if (Object.keys(faultsOf(answers)).length > 0) {
      setStanding({ kind: "incomplete" });
      // When the faults are marked, the first of them gets the focus.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
      return;
    }
    setStanding({ kind: "sending" });
    setStanding({ kind: "done", outcome: await postUnsubscribe("/api/unsubscribe", unsubscribePayload(answers)) });
  }

  if (standing.kind === "done" && standing.outcome.ok) {
    return (
      <div role="status">
        <EmptyState
          picture="joined"
          title={UNSUBSCRIBED}
          text="From now on we send nothing to this address but answers to what you do yourself."
        >
          <ButtonLink to="/events" variant="quiet">
            See what is on
          </ButtonLink>
        </EmptyState>
      </div>
    );
  }
  return (
    <form ref={form} className={styles.form} onSubmit={send} noValidate>
      <Fields answers={answers} faults={faults} onAnswer={(given) => setAnswers({ ...answers, ...given })} />
      {standing.kind === "incomplete" && (
        <Notice kind="error">
          <p>{FORM_INCOMPLETE}</p>
        </Notice>
      )}
      {standing.kind === "done" && !standing.outcome.ok && (
        <Notice kind="error" title="Error!">
          <p>{standing.outcome.message}</p>
        </Notice>
      )}
      {standing.kind === "sending" && <SendingProgress what="your request" tickMs={50} />}
      <div>
        <Button type="submit" size="lg" wide disabled={standing.kind === "sending"}>
          Unsubscribe
        </Button>
      </div>
    </form>
  );
}
