import { useState } from "react";
import { PasswordField } from "#src/features/identity/components/auth-fields.tsx";
import { SectionForm } from "#src/features/security/components/section-form.tsx";
import { Section } from "#src/ui/section.tsx";
import { refusalFaults } from "#src/features/identity/components/use-auth-form.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { PASSWORD_ELSEWHERE } from "#src/features/security/messages.ts";
import { PASSWORD_HINT } from "#src/features/identity/messages.ts";
import { passwordChangeFaults } from "#src/features/identity/rules.ts";
import type { SignInSettings } from "#src/features/sign-in/schema.ts";
import { Button } from "#src/ui/button-link.tsx";

export type SettingsProps = { settings: SignInSettings; onChanged: (settings: SignInSettings) => void };

/** Changes the password, with the current one. */
export function PasswordSection({ settings, onChanged }: SettingsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [said, setSaid] = useState("");
  const { email, hasPassword, isOwn } = settings;
  const verb = hasPassword ? "Change password" : "Choose a password";

  async function send({ current, password }: { current: string; password: string }) {
    const answer = await memberFetch("/api/account/password", { method: "PUT", body: { current, password } });
    if (!answer.ok) return refusalFaults(answer);
    setIsOpen(false);
    setSaid("Your password is changed. Every other device is signed out.");
    onChanged({ ...settings, hasPassword: true });
    return null;
  }

  return (
    <Section
      id="security-password"
      title="Password"
      action={
        isOwn &&
        !isOpen && (
          <Button variant="quiet" onClick={() => setIsOpen(true)}>
            {verb}
          </Button>
        )
      }
    >
      {!isOwn && <p className="quiet">{PASSWORD_ELSEWHERE}</p>}
      {isOpen && (
        <SectionForm
          names={["current", "password", "again"]}
          check={passwordChangeFaults}
          send={send}
          action={[verb, "Changing…"]}
          onCancel={() => setIsOpen(false)}
        >
          {/* Tells password managers which account the password belongs to. */}
          <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
          {hasPassword && <PasswordField name="current" label="Current password" kind="current" />}
          <PasswordField name="password" label="New password" kind="new" hint={`Use ${PASSWORD_HINT}.`} />
          <PasswordField name="again" label="New password again" kind="new" />
        </SectionForm>
      )}
      <p role="status" className="quiet">
        {said}
      </p>
    </Section>
  );
}
