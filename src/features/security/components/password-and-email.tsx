import { EmailSection } from "#src/features/security/components/email-section.tsx";
import { LoadedList } from "#src/features/identity/components/loaded-list.tsx";
import { PasswordSection } from "#src/features/security/components/password-section.tsx";
import { ProviderSection } from "#src/features/security/components/provider-section.tsx";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import type { SignInSettings } from "#src/features/sign-in/schema.ts";

/** The account's password, email and provider sections, loaded in one call. */
export function PasswordAndEmailSections() {
  const settings = useLoaded<SignInSettings>("/api/account/sign-in");
  return (
    <LoadedList loaded={settings}>
      {(value) => (
        <>
          <PasswordSection settings={value} onChanged={settings.set} />
          <EmailSection settings={value} onChanged={settings.set} />
          {value.provider && <ProviderSection provider={value.provider} onChanged={settings.set} />}
        </>
      )}
    </LoadedList>
  );
}
