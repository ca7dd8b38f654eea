import styles from "#src/features/events/costs/components/costs.module.css";
import type { CostsTools } from "#src/features/events/costs/components/use-costs.ts";
import type { Share } from "#src/features/events/costs/schema.ts";
import { counted } from "#src/shared/counted.ts";
import { exactDollars } from "#src/shared/money.ts";
import type { ShareStatus } from "#src/shared/states.ts";
import { Button } from "#src/ui/button-link.tsx";

const STATUS_WORDS: Readonly<Record<ShareStatus, string>> = { open: "Owes", paid: "Paid", waived: "Waived" };
const MARKS: Readonly<Record<ShareStatus, readonly (readonly [status: ShareStatus, label: string])[]>> = {
  open: [
    ["paid", "Mark paid"],
    ["waived", "Waive"],
  ],
  paid: [["open", "Not paid"]],
  waived: [["open", "Not waived"]],
};

/** `Owes, 2 people, reminded once`. */
function shareWords({ status, heads, reminders, isWalkIn }: Share): string {
  const parts = [
    STATUS_WORDS[status],
    heads > 1 && counted(heads, "person", "people"),
    isWalkIn && "walk-in",
    status === "open" && reminders > 0 && (reminders === 1 ? "reminded once" : "reminded twice"),
  ];
  return parts.filter(Boolean).join(", ");
}

function ShareRow({ share, tools }: { share: Share; tools: CostsTools }) {
  const { id, name, amountCents, status } = share;
  return (
    <li className={`${styles.share} ${status === "open" ? "" : styles.settled}`}>
      <span>
        {name}
        <span className={styles.quiet}> · {shareWords(share)}</span>
      </span>
      <span className={styles.amount}>{exactDollars(amountCents)}</span>
      <span className={styles.marks}>
        {MARKS[status].map(([mark, label]) => (
          <Button
            key={mark}
            variant="quiet"
            aria-label={`${label}: ${name}`}
            aria-disabled={tools.isBusy || undefined}
            onClick={() =>
              void tools.change("PATCH", `/${id}`, `${name}: ${STATUS_WORDS[mark].toLowerCase()}.`, { status: mark })
            }
          >
            {label}
          </Button>
        ))}
      </span>
    </li>
  );
}

/** Everyone's share, with its status buttons. */
export function ShareList({ shares, tools }: { shares: readonly Share[]; tools: CostsTools }) {
  return (
    <ul className={styles.list}>
      {shares.map((share) => (
        <ShareRow key={share.id} share={share} tools={tools} />
      ))}
    </ul>
  );
}
