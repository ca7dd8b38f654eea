import { counted } from "#src/shared/counted.ts";
import styles from "#src/features/events/rsvps/components/guest-stepper.module.css";

type GuestStepperProps = {
  guests: number;
  /** The maximum number of guests. */
  most: number;
  /** An earlier press is unconfirmed, or RSVPs are closed. */
  isBusy: boolean;
  onGuests: (guests: number) => void;
};

/** A stepper for the number of guests. */
export function GuestStepper({ guests, most, isBusy, onGuests }: GuestStepperProps) {
  const press = (next: number) => {
    if (!isBusy && next >= 0 && next <= most) onGuests(next);
  };
  // Not `disabled`, which would lose the focus between two presses.
  return (
    <span className={styles.stepper} role="group" aria-label="Guests">
      <span aria-hidden>Guests</span>
      <button
        type="button"
        className={styles.step}
        aria-label="One guest fewer"
        aria-disabled={isBusy || guests <= 0 || undefined}
        onClick={() => press(guests - 1)}
      >
        −
      </button>
      <output className={styles.count} aria-live="polite">
        {guests}
      </output>
      <button
        type="button"
        className={styles.step}
        aria-label="One more guest"
        aria-disabled={isBusy || guests >= most || undefined}
        onClick={() => press(guests + 1)}
      >
        +
      </button>
    </span>
  );
}

/** `with 1 guest`, `with 2 guests`; empty without any. */
export function withGuests(guests: number): string {
  return guests === 0 ? "" : `with ${counted(guests, "guest", "guests")}`;
}
