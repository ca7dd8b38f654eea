import { useState } from "react";
import { Link } from "react-router";
import { CostForm, overWords } from "#src/features/events/costs/components/cost-form.tsx";
import styles from "#src/features/events/costs/components/costs.module.css";
import { ShareList } from "#src/features/events/costs/components/share-list.tsx";
import { type CostsTools, useCosts } from "#src/features/events/costs/components/use-costs.ts";
import { MOST_REMINDERS, REMINDER_DAYS } from "#src/features/events/costs/messages.ts";
import type { Costs } from "#src/features/events/costs/schema.ts";
import { useMemberEntry } from "#src/features/identity/components/use-member-entry.ts";
import { counted } from "#src/shared/counted.ts";
import { exactDollars } from "#src/shared/money.ts";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

type PartProps = { costs: Costs; tools: CostsTools };

/** Sends private reminders to people who owe. */
function Reminding({ costs: { remindable, openCents }, tools }: PartProps) {
  if (openCents === 0) return null;
  const people = counted(remindable, "person", "people");
  return (
    <>
      {remindable > 0 && (
        <div className={styles.buttons}>
          <Button
            aria-disabled={tools.isBusy || undefined}
            onClick={() => void tools.change("POST", "/reminders", `Reminded ${people}, each privately.`)}
          >
            Remind {people}
          </Button>
        </div>
      )}
      <p className={styles.quiet}>
        Each gets an email or a notification of their own share only: {MOST_REMINDERS} at most, {REMINDER_DAYS} days
        apart. Walk-ins get none.
      </p>
    </>
  );
}

type SplitProps = PartProps & { cost: NonNullable<Costs["cost"]>; onEdit: () => void };

/** The paid and open amounts, and everyone's share. */
function Split({ costs, cost, tools, onEdit }: SplitProps) {
  const { paidCents, openCents, waivedCents, shares, heads } = costs;
  const of = cost.kind === "total" ? "in total" : "a person";
  const isOlder = cost.over === "going" && heads.over === "came";
  return (
    <>
      <section className={styles.part} aria-labelledby="cost">
        <h2 id="cost" className={styles.heading}>
          {exactDollars(cost.amountCents)} {of}
          {cost.what !== "" && ` for ${cost.what}`}
        </h2>
        <p className={styles.sums}>
          {exactDollars(paidCents)} paid, {exactDollars(openCents)} to collect
          {waivedCents > 0 && `, ${exactDollars(waivedCents)} waived`}.
        </p>
        {isOlder && (
          <Notice title="The door list is filled in now">
            <p>This was split over everyone who was going. Split it again to use who came.</p>
          </Notice>
        )}
        {!costs.canBePaidTo && openCents > 0 && (
          <p className={styles.quiet}>
            The event names no Venmo or Cash App. Add one under Edit event, so that people see where to pay.
          </p>
        )}
        <div className={styles.buttons}>
          <Button variant="quiet" onClick={onEdit}>
            Split again
          </Button>
          <Button
            variant="quiet"
            aria-disabled={tools.isBusy || undefined}
            onClick={() => void tools.change("DELETE", "", "The cost is removed. Nobody owes anything.")}
          >
            Remove the cost
          </Button>
        </div>
      </section>
      <section className={styles.part} aria-labelledby="owes">
        <h2 id="owes" className={styles.heading}>
          Who owes what
        </h2>
        <Reminding costs={costs} tools={tools} />
        <ShareList shares={shares} tools={tools} />
      </section>
    </>
  );
}

function Loaded({ eventId, costs, tools }: PartProps & { eventId: string }) {
  const [isEditing, setIsEditing] = useState(false);
  const { refusal, said } = tools;
  const isForm = costs.cost === null || isEditing;
  const hasFaults = Object.keys(refusal?.fields ?? {}).length > 0;
  return (
    <div className={styles.page}>
      <p>
        Of <Link to={`/events/${eventId}`}>{costs.title}</Link>
      </p>
      <p role="status" className={said === "" ? "visually-hidden" : styles.quiet}>
        {said}
      </p>
      {refusal && !hasFaults && <Notice kind="error" title={refusal.message} />}
      {isForm && costs.heads.people === 0 && <p>{overWords(costs.heads)}</p>}
      {isForm && costs.heads.people > 0 && <CostForm costs={costs} tools={tools} onDone={() => setIsEditing(false)} />}
      {costs.cost && !isEditing && (
        <Split costs={costs} cost={costs.cost} tools={tools} onEdit={() => setIsEditing(true)} />
      )}
    </div>
  );
}

/** The host's page for an event's cost. */
export function CostsPage({ eventId }: { eventId: string }) {
  useMemberEntry();
  const tools = useCosts(eventId);
  const { value, failure, retry } = tools;
  return (
    <>
      <PageHeader title="Split the cost" />
      {value !== null && <Loaded eventId={eventId} costs={value} tools={tools} />}
      {value === null && failure !== null && (
        <EmptyState picture="offline" title="You can’t split this cost" text={failure.message}>
          <Button onClick={retry}>Try again</Button>
          <ButtonLink to={`/events/${eventId}`} variant="quiet">
            See the event
          </ButtonLink>
        </EmptyState>
      )}
      {value === null && failure === null && (
        <div className={styles.page} aria-hidden>
          <span className={styles.bone} />
          <span className={styles.bone} />
        </div>
      )}
    </>
  );
}
