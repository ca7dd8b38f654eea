import { useState } from "react";
import styles from "#src/ui/contact-fields.module.css";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { FORM_INCOMPLETE, UNSUBSCRIBE_FAILED, UNSUBSCRIBED } from "#src/features/unsubscribe/messages.ts";
import type { UnsubscribeAnswer } from "#src/features/unsubscribe/schema.ts";
import { faultsOf, NO_ANSWERS, type UnsubscribeAnswers, unsubscribePayload } from "#src/features/unsubscribe/rules.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { TextArea, TextField } from "#src/ui/field.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { PhoneField } from "#src/ui/phone-field.tsx";
import { sentenceOf } from "#src/ui/post-form.ts";
import { ScriptedForm, SubmitButton } from "#src/ui/scripted-form.tsx";
import { SendingProgress } from "#src/ui/sending-progress.tsx";
import { useFormSending } from "#src/ui/use-form-sending.ts";

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

/** What happens next. */
function nextWords({ stopped, mailed }: UnsubscribeAnswer, email: string): string {
  if (stopped) return "From now on, we only email this address about things you do yourself, like asking for a code.";
  if (mailed)
    return `One more step: open the email we just sent to ${email} and press “Stop these emails”. The link at the end of our other emails works too.`;
  return `One more step: we just sent several emails to ${email}, so we didn’t send another one. Open any of them and press the link at the end: it stops our emails.`;
}

function Received({ email, answer }: { email: string; answer: UnsubscribeAnswer }) {
  return (
    <div role="status">
      <EmptyState picture="joined" title={UNSUBSCRIBED} text={nextWords(answer, email)}>
        <ButtonLink to="/events" variant="quiet">
          See what’s on
        </ButtonLink>
      </EmptyState>
    </div>
  );
}

/** The form that stops mails to an address. Keeps the input until the request has arrived. */
export function UnsubscribeForm() {
  const [answers, setAnswers] = useState(NO_ANSWERS);
  const [received, setReceived] = useState<UnsubscribeAnswer | null>(null);
  const faults = faultsOf(answers);
  const { form, failure, sending, onSubmit } = useFormSending({
    hasFaults: () => Object.keys(faults).length > 0,
    send: async () => {
      const body = unsubscribePayload(answers);
      const answer = await memberFetch<UnsubscribeAnswer>("/api/unsubscribe", { method: "POST", body });
      if (answer.ok) setReceived(answer.value);
      return answer.ok
        ? answer
        : { ok: false, error: { error: answer.code ?? answer.status, message: answer.message } };
    },
  });
  if (sending.kind === "sent" && received) return <Received email={answers.email.trim()} answer={received} />;
  return (
    <ScriptedForm ref={form} className={styles.form} onSubmit={onSubmit}>
      <Fields
        answers={answers}
        faults={sending.kind === "incomplete" ? faults : {}}
        onAnswer={(given) => setAnswers({ ...answers, ...given })}
      />
      {sending.kind === "incomplete" && (
        <Notice kind="error">
          <p>{FORM_INCOMPLETE}</p>
        </Notice>
      )}
      {sending.kind === "failed" && (
        <div ref={failure} tabIndex={-1}>
          <Notice kind="error" title="Error!">
            <p>{sentenceOf(sending.error, UNSUBSCRIBE_FAILED)}</p>
          </Notice>
        </div>
      )}
      {sending.kind === "sending" && <SendingProgress what="your request" tickMs={50} />}
      <div>
        <SubmitButton disabled={sending.kind === "sending"}>Unsubscribe</SubmitButton>
      </div>
    </ScriptedForm>
  );
}
