import { useState } from "react";
import { CodeField, EmailField } from "#src/features/identity/components/auth-fields.tsx";
import type { SettingsProps } from "#src/features/security/components/password-section.tsx";
import { SectionForm } from "#src/features/security/components/section-form.tsx";
import styles from "#src/features/security/components/security.module.css";
import { Section } from "#src/ui/section.tsx";
import { refusalFaults } from "#src/features/identity/components/use-auth-form.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { EMAIL_ELSEWHERE } from "#src/features/security/messages.ts";
import { confirmFaults, forgotFaults } from "#src/features/identity/rules.ts";
import type { SignInSettings } from "#src/features/sign-in/schema.ts";
import { Button } from "#src/ui/button-link.tsx";

const PATH = "/api/account/email";

type Step = "shown" | "asking" | "code" | "done";

type StepProps = SettingsProps & { onStep: (step: Step) => void };

function NewEmail({ onChanged, onStep }: StepProps) {
  async function send(values: { email: string }) {
    const answer = await memberFetch<SignInSettings>(PATH, { method: "POST", body: values });
    if (!answer.ok) return refusalFaults(answer);
    onChanged(answer.value);
    onStep("code");
    return null;
  }
  return (
    <SectionForm
      names={["email"]}
      check={forgotFaults}
      send={send}
      action={["Send the code", "Sending…"]}
      onCancel={() => onStep("shown")}
    >
      <EmailField label="New email" />
    </SectionForm>
  );
}

function Code({ settings, onChanged, onStep }: StepProps) {
  const { email, newEmail } = settings;
  async function send({ code }: { code: string }) {
    const answer = await memberFetch(PATH, { method: "PUT", body: { code } });
    if (!answer.ok) return refusalFaults(answer);
    onChanged({ ...settings, email: newEmail ?? email, newEmail: null });
    onStep("done");
    return null;
  }
  return (
    <SectionForm
      names={["code"]}
      check={confirmFaults}
      send={send}
      action={["Change email", "Changing…"]}
      onCancel={() => onStep("shown")}
    >
      <p>
        We sent a code to <strong>{newEmail}</strong>. Until you enter it, nothing changes.
      </p>
      <CodeField />
    </SectionForm>
  );
}

/** Changes the email: mails a code to the new address; nothing changes until it is entered here. */
export function EmailSection({ settings, onChanged }: SettingsProps) {
  const [step, setStep] = useState<Step>(settings.newEmail === null ? "shown" : "code");
  const { email, isOwn } = settings;
  const isShown = step === "shown" || step === "done";
  const props = { settings, onChanged, onStep: setStep };
  return (
    <Section
      id="security-email"
      title="Email"
      action={
        isOwn &&
        isShown && (
          <Button variant="quiet" onClick={() => setStep("asking")}>
            Change email
          </Button>
        )
      }
    >
      <p className={styles.name}>{email}</p>
      {!isOwn && <p className="quiet">{EMAIL_ELSEWHERE}</p>}
      {step === "asking" && <NewEmail {...props} />}
      {step === "code" && <Code {...props} />}
      <p role="status" className="quiet">
        {step === "done" && "Your email is changed. Every other device is signed out."}
      </p>
    </Section>
  );
}
