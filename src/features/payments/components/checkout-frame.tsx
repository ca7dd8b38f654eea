import { useEffect, useState } from "react";
import styles from "#src/features/payments/components/checkout-frame.module.css";
import { FRAME_SLOW } from "#src/features/payments/messages.ts";
import { Button } from "#src/ui/button-link.tsx";

/** Long enough for the frame to unload before it is mounted again. */
const AWAY_MS = 500;
/** Time limit for the payment page to appear; then a message says that it did not. */
const PATIENCE_MS = 10_000;

function Frame({ src }: { src: string }) {
  const [state, setState] = useState<"coming" | "slow" | "there">("coming");
  useEffect(() => {
    const timer = setTimeout(() => setState((now) => (now === "coming" ? "slow" : now)), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      {state !== "there" && (
        <p role="status" className={styles.waiting}>
          {state === "coming" ? "Asking the payment service…" : FRAME_SLOW}
        </p>
      )}
      <iframe
        title="Bitcoin Cash payment"
        src={src}
        className={styles.frame}
        data-there={state === "there" || undefined}
        onLoad={() => setState("there")}
        // Another origin's page, so its scripts cannot take the sandbox off; the last one lets it open a wallet here.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-top-navigation-to-custom-protocols"
        referrerPolicy="strict-origin"
      />
    </>
  );
}

type CheckoutFrameProps = {
  src: string;
  /** The same payment as a full page, for people whose frame stays empty. */
  pageUrl: string;
};

/** The payment service's page in a frame. Remounting reloads it for the same payment. */
export function CheckoutFrame({ src, pageUrl }: CheckoutFrameProps) {
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
          <Frame src={src} />
        )}
      </div>
      {/* Browsers do not report errors inside a frame, so the alternative is always shown. */}
      <p className="quiet">
        Nothing to scan in the box?{" "}
        <a href={pageUrl} target="_blank" rel="noopener">
          Open this payment on a page of its own
        </a>
      </p>
      <div>
        <Button variant="quiet" disabled={isAway} onClick={() => setIsAway(true)}>
          Refresh Checkout
        </Button>
      </div>
    </div>
  );
}
