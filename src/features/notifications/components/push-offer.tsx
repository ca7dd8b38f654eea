import styles from "#src/features/notifications/components/push-offer.module.css";
import { usePush } from "#src/features/notifications/components/use-push.ts";
import { Button } from "#src/ui/button-link.tsx";

/** Offers notifications where they help. Renders nothing if they are on or unsupported. */
export function PushOffer({ label }: { label: string }) {
  const { ability, isBusy, refusal, turnOn } = usePush();
  if (ability === "install")
    return (
      <p className={styles.words} data-push-offer>
        Add this site to your home screen to get notifications: press Share.
      </p>
    );
  if (ability !== "ready" && refusal === "") return null;
  return (
    <div className={styles.offer} data-push-offer>
      {ability === "ready" && (
        <Button variant="quiet" disabled={isBusy} onClick={turnOn}>
          {isBusy ? "Turning on…" : label}
        </Button>
      )}
      {refusal !== "" && (
        <p className={styles.words} role="alert">
          {refusal}
        </p>
      )}
    </div>
  );
}
