import { createElement, useEffect } from "react";
import styles from "#src/features/payments/components/card-button.module.css";

const SCRIPT = "https://js.stripe.com/v3/buy-button.js";

type CardButtonProps = { publishableKey: string; buttonId: string };

/** The card provider's buy button. Its script is loaded only where there is one. */
export function CardButton({ publishableKey, buttonId }: CardButtonProps) {
  useEffect(() => {
    if (document.querySelector(`script[src="${SCRIPT}"]`)) return;
    const script = document.createElement("script");
    script.src = SCRIPT;
    script.async = true;
    document.head.append(script);
  }, []);
  return (
    <div className={styles.room}>
      {createElement("stripe-buy-button", { "buy-button-id": buttonId, "publishable-key": publishableKey })}
    </div>
  );
}
