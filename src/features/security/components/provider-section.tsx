import { useState } from "react";
import { rememberTrip } from "#src/features/sign-in/components/openid-trip.ts";
import { Section } from "#src/ui/section.tsx";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import type { SignInSettings } from "#src/features/sign-in/schema.ts";
import { Button } from "#src/ui/button-link.tsx";

const PATH = "/api/account/openid";

type ProviderSectionProps = {
  provider: NonNullable<SignInSettings["provider"]>;
  onChanged: (settings: SignInSettings) => void;
};

/** Connects an account at the provider, or disconnects it. */
export function ProviderSection({ provider: { name, isConnected }, onChanged }: ProviderSectionProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [said, setSaid] = useState("");

  async function connect(): Promise<void> {
    const begun = await memberFetch<{ url: string }>(PATH, { method: "POST" });
    if (!begun.ok) return setSaid(begun.message);
    rememberTrip({ purpose: "connect", next: null });
    location.assign(begun.value.url);
  }
  async function disconnect(): Promise<void> {
    const answer = await memberFetch<SignInSettings>(PATH, { method: "DELETE" });
    setSaid(answer.ok ? `${name} is disconnected.` : answer.message);
    if (answer.ok) onChanged(answer.value);
  }
  async function change(): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    setSaid("");
    await (isConnected ? disconnect() : connect());
    setIsBusy(false);
  }

  const verb = isConnected ? `Disconnect ${name}` : `Connect ${name}`;
  return (
    <Section
      id="security-provider"
      title={name}
      action={
        <Button variant="quiet" aria-disabled={isBusy || undefined} onClick={() => void change()}>
          {isBusy ? "One moment…" : verb}
        </Button>
      }
    >
      <p className="quiet">
        {isConnected ? `You can sign in with ${name}.` : `Connect your ${name} account to sign in with it.`}
      </p>
      <p role="status" className="quiet">
        {said}
      </p>
    </Section>
  );
}
