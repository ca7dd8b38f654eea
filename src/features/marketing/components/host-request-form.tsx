import { useState } from "react";
import { HOST_REQUEST_FAILED, HOST_REQUEST_RECEIVED } from "#src/features/marketing/messages.ts";
import { type ContactAnswers, contactFaults, contactPayload, NO_CONTACT } from "#src/shared/contact-form.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";
import { ContactFields } from "#src/ui/contact-fields.tsx";
import styles from "#src/ui/contact-fields.module.css";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { postForm, sentenceOf } from "#src/ui/post-form.ts";
import { ScriptedForm, SubmitButton } from "#src/ui/scripted-form.tsx";
import { SendingProgress } from "#src/ui/sending-progress.tsx";
import { useFormSending } from "#src/ui/use-form-sending.ts";

const REQUIRED = ["email", "firstName", "lastName", "sex", "phone", "message"] as const;

function Sent() {
  return (
    <div role="status">
      <EmptyState
        picture="joined"
        title={HOST_REQUEST_RECEIVED}
        text="A receipt is on its way to your address, and an organizer answers within a few days."
      >
        <ButtonLink to="/events" variant="quiet">
          See what’s on
        </ButtonLink>
      </EmptyState>
    </div>
  );
}

/** A request to host, sent to the organizers: what, where and when. */
export function HostRequestForm() {
  const [answers, setAnswers] = useState<ContactAnswers>(NO_CONTACT);
  const faults = contactFaults(answers, REQUIRED);
  const { form, failure, sending, onSubmit } = useFormSending({
    hasFaults: () => Object.keys(faults).length > 0,
    send: () => postForm("/api/form-submission", contactPayload(answers, "host-request")),
  });
  if (sending.kind === "sent") return <Sent />;
  return (
    <ScriptedForm ref={form} className={styles.form} onSubmit={onSubmit}>
      <ContactFields
        id="host-request"
        answers={answers}
        faults={sending.kind === "incomplete" ? faults : {}}
        required={REQUIRED}
        messageLabel="What would you like to host, where and when?"
        onAnswer={(given) => setAnswers({ ...answers, ...given })}
      />
      {sending.kind === "failed" && (
        <div ref={failure} tabIndex={-1}>
          <Notice kind="error" title="Error!">
            <p>{sentenceOf(sending.error, HOST_REQUEST_FAILED)}</p>
          </Notice>
        </div>
      )}
      {sending.kind === "sending" && <SendingProgress what="your request" tickMs={50} />}
      <div>
        <SubmitButton disabled={sending.kind === "sending"}>Ask to host</SubmitButton>
      </div>
    </ScriptedForm>
  );
}
