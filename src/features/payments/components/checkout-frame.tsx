import { useEffect, useState } from "react";
import styles from "#src/features/payments/components/checkout-frame.module.css";
import { Button } from "#src/ui/button-link.tsx";

/** Long enough that the frame is really gone before it comes back. */
const AWAY_MS = 500;

/** The payment service's own page. It can be taken out and put in again, which starts it afresh for the same payment. */
export function CheckoutFrame({ src }: { src: string }) {
  const [isAway, setIsAway] = useState(false);
  useEffect(() => {
    if (!isAway) return;
    const timer = setTimeout(() => setIsAway(false), AWAY_MS);
    return () => clearTimeout(timer);
  }, [isAway]);
  return (
    <div className={styles.box}>
      <div className={styles.room}>
        {isAway ? (
          <p role="status" className={styles.waiting}>
            Refreshing…
          </p>
        ) : (
          <iframe
            title="Bitcoin Cash payment"
            src={src}
            className={styles.frame}
            // Another origin's page, so its scripts cannot take the sandbox off; the last one lets it open a wallet here.
            // oxlint-disable-next-line react/iframe-missing-sandbox
            sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-top-navigation-to-custom-protocols"
            referrerPolicy="strict-origin"
          />
        )}
      </div>
      <div>
        <Button variant="quiet" disabled={isAway} onClick={() => setIsAway(true)}>
          Refresh Checkout
        </Button>
      </div>
    </div>
  );
}
