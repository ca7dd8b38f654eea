import { createElement, useEffect, useState } from "react";
import { useAsMember } from "#src/features/identity/components/use-as-member.ts";
import { forVisitors, useSessionState } from "#src/features/identity/session.ts";
import type { OwnMembership } from "#src/features/membership/schema.ts";
import styles from "#src/features/payments/components/card-button.module.css";
import { CARD_AWAY } from "#src/features/payments/messages.ts";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { NeedsScripts } from "#src/ui/scripted-form.tsx";

const SCRIPT = "https://js.stripe.com/v3/buy-button.js";
const ELEMENT = "stripe-buy-button";
/** Time limit for the provider's script; then a message offers another way. The script may still arrive. */
const PATIENCE_MS = 8000;

type CardButtonProps = { publishableKey: string; buttonId: string };

/** Loads the provider's script once per document. Returns whether it is overdue. */
function useScript(): boolean {
  const [isAway, setIsAway] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsAway(customElements.get(ELEMENT) === undefined), PATIENCE_MS);
    void customElements.whenDefined(ELEMENT).then(() => setIsAway(false));
    const script = document.createElement("script");
    script.src = SCRIPT;
    script.async = true;
    script.addEventListener("error", () => {
      script.remove();
      setIsAway(true);
    });
    if (!document.querySelector(`script[src="${SCRIPT}"]`)) document.head.append(script);
    return () => clearTimeout(timer);
  }, []);
  return isAway;
}

/** The card provider's buy button with the payer's identity. Loads its script on demand. */
export function CardButton({ publishableKey, buttonId }: CardButtonProps) {
  const isAway = useScript();
  const payer = useAsMember<OwnMembership>("/api/membership")?.payer;
  const session = useSessionState();
  return (
    <div className={styles.room} {...(payer === undefined && forVisitors(session))}>
      <NeedsScripts />
      {createElement(ELEMENT, {
        // It reads its attributes once on mount: another payer needs another element.
        key: payer?.reference,
        "buy-button-id": buttonId,
        "publishable-key": publishableKey,
        ...(payer && payer.reference !== "" && { "client-reference-id": payer.reference }),
        ...(payer && { "customer-email": payer.email }),
      })}
      {isAway && (
        <Notice kind="warning" title="The card button did not load">
          <p>{CARD_AWAY}</p>
          <div className={styles.ways}>
            <Button variant="quiet" onClick={() => window.location.reload()}>
              Try again
            </Button>
            <ButtonLink to="/pay" variant="quiet">
              Other ways to pay
            </ButtonLink>
          </div>
        </Notice>
      )}
    </div>
  );
}
