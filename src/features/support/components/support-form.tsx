import { useState } from "react";
import { useAsMember } from "#src/features/identity/components/use-as-member.ts";
import type { Profile } from "#src/features/profile/schema.ts";
import { SUPPORT_FAILURE, SUPPORT_RECEIVED } from "#src/features/support/messages.ts";
import { type ContactAnswers, contactFaults, contactPayload, NO_CONTACT } from "#src/shared/contact-form.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";
import { ContactFields } from "#src/ui/contact-fields.tsx";
import styles from "#src/ui/contact-fields.module.css";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { FailureBox } from "#src/ui/failure-box.tsx";
import { postForm } from "#src/ui/post-form.ts";
import { ScriptedForm, SubmitButton } from "#src/ui/scripted-form.tsx";
import { SendingProgress } from "#src/ui/sending-progress.tsx";
import { useFormSending } from "#src/ui/use-form-sending.ts";

const REQUIRED = ["email", "firstName", "lastName", "sex"] as const;

function Sent() {
  return (
    <div role="status">
      <EmptyState
        picture="joined"
        title={SUPPORT_RECEIVED}
        text="A receipt is on its way to your address, and an answer follows within two or three days."
      >
        <ButtonLink to="/events" variant="quiet">
          See what’s on
        </ButtonLink>
      </EmptyState>
    </div>
  );
}

/** Prefilled details of a signed-in person. */
function contactOf({ email, firstName, lastName, phone, sex }: Profile): Partial<ContactAnswers> {
  return { email, firstName, lastName, phone, sex };
}

/** A message to the organizers. Input is kept until the message has been received. */
export function SupportForm() {
  const profile = useAsMember<Profile>("/api/profile");
  const [given, setGiven] = useState<Partial<ContactAnswers>>({});
  const answers: ContactAnswers = { ...NO_CONTACT, ...(profile && contactOf(profile)), ...given };
  const faults = contactFaults(answers, REQUIRED);
  const { form, failure, sending, submit, onSubmit } = useFormSending({
    hasFaults: () => Object.keys(faults).length > 0,
    send: () => postForm("/api/support", contactPayload(answers, "support")),
  });
  if (sending.kind === "sent") return <Sent />;
  return (
    <ScriptedForm ref={form} className={styles.form} onSubmit={onSubmit}>
      <ContactFields
        id="support"
        answers={answers}
        faults={sending.kind === "incomplete" ? faults : {}}
        required={REQUIRED}
        messageLabel="Message"
        onAnswer={(changed) => setGiven({ ...given, ...changed })}
      />
      {sending.kind === "failed" && (
        <FailureBox ref={failure} message={SUPPORT_FAILURE} error={sending.error} onTryAgain={() => void submit()} />
      )}
      {sending.kind === "sending" && (
        <SendingProgress
          what="your message"
          tickMs={50}
          slowMs={10_000}
          slow={<p>Still nothing after ten seconds. Copy your message, refresh the page and send it once more.</p>}
        />
      )}
      {sending.kind !== "failed" && (
        <div>
          <SubmitButton disabled={sending.kind === "sending"}>Send</SubmitButton>
        </div>
      )}
    </ScriptedForm>
  );
}
