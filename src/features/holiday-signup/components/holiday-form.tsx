import { useState } from "react";
import { ENTRY_FAILED, ENTRY_RECEIVED } from "#src/features/holiday-signup/messages.ts";
import { entryPayload, REQUIRED } from "#src/features/holiday-signup/rules.ts";
import { type ContactAnswers, contactFaults, NO_CONTACT } from "#src/shared/contact-form.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";
import { ContactFields } from "#src/ui/contact-fields.tsx";
import styles from "#src/ui/contact-fields.module.css";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { postForm, sentenceOf } from "#src/ui/post-form.ts";
import { ScriptedForm, SubmitButton } from "#src/ui/scripted-form.tsx";
import { SendingProgress } from "#src/ui/sending-progress.tsx";
import { useFormSending } from "#src/ui/use-form-sending.ts";

const NO_ENTRY: ContactAnswers = { ...NO_CONTACT, sex: "male" };

function Received({ hasPaymentApp }: { hasPaymentApp: boolean }) {
  return (
    <div role="status">
      <EmptyState
        picture="joined"
        title={ENTRY_RECEIVED}
        text={
          hasPaymentApp
            ? "Pay for your ticket now by app, or at the door. Boots are welcome, and so are first steps."
            : "Pay for your ticket at the door. Boots are welcome, and so are first steps."
        }
      >
        {hasPaymentApp && <ButtonLink to="/pay">Pay for a ticket</ButtonLink>}
        <ButtonLink to="/dance" variant="quiet">
          See the steps first
        </ButtonLink>
      </EmptyState>
    </div>
  );
}

/** The party's sign-up form. Validates everything at once and shows the first error. */
export function HolidayForm({ hasPaymentApp }: { hasPaymentApp: boolean }) {
  const [answers, setAnswers] = useState(NO_ENTRY);
  const [first] = Object.entries(contactFaults(answers, REQUIRED)) as [keyof ContactAnswers, string][];
  const { form, failure, sending, onSubmit } = useFormSending({
    hasFaults: () => first !== undefined,
    send: () => postForm("/api/form-submission", entryPayload(answers)),
  });
  const fault = sending.kind === "incomplete" ? first : undefined;
  const error = sending.kind === "failed" ? sentenceOf(sending.error, ENTRY_FAILED) : fault?.[1];
  if (sending.kind === "sent") return <Received hasPaymentApp={hasPaymentApp} />;
  return (
    <ScriptedForm ref={form} className={styles.form} onSubmit={onSubmit}>
      <ContactFields
        id="party"
        answers={answers}
        faults={{}}
        marked={fault?.[0]}
        required={REQUIRED}
        messageLabel="Questions or comments"
        onAnswer={(given) => setAnswers({ ...answers, ...given })}
      />
      {error !== undefined && (
        <div ref={failure} tabIndex={-1}>
          <Notice kind="error" title="Error!">
            <p>{error}</p>
          </Notice>
        </div>
      )}
      {sending.kind === "sending" && (
        <SendingProgress
          what="your entry"
          tickMs={50}
          slowMs={10_000}
          slow={<p>There has been no response for ten seconds. Please refresh the page and sign up again.</p>}
        />
      )}
      <div>
        <SubmitButton disabled={sending.kind === "sending"}>Sign up</SubmitButton>
      </div>
    </ScriptedForm>
  );
}
