import type { EventCostRow, EventShareRow } from "#src/db/tables/costs.ts";
import type { SocialEventRow } from "#src/db/tables/events.ts";
import type { UserRow } from "#src/db/tables/users.ts";
import type { Costs, Owed, OwnShares, Share } from "#src/features/events/costs/schema.ts";
import { nameOf } from "#src/features/events/rsvps/view.ts";
import { canSeeEvent } from "#src/policy/events.ts";
import type { Person } from "#src/policy/viewer.ts";
import { FORMER_MEMBER } from "#src/shared/full-name.ts";

type Names = Pick<UserRow, "firstName" | "lastName" | "nickname">;
export type SharedRow = {
  readonly share: EventShareRow;
  readonly person: Names | null;
  /** The name of a walk-in; null for a person, and once the mark at the door is gone. */
  readonly walkIn: string | null;
};

function shownName({ share, person, walkIn }: SharedRow): string {
  if (person) return nameOf(person);
  return share.walkIn === null ? FORMER_MEMBER : (walkIn ?? "Walk-in");
}

function viewShare(row: SharedRow): Share {
  const { id, heads, amountCents, status, reminders, walkIn } = row.share;
  return { id, name: shownName(row), isWalkIn: walkIn !== null, heads, amountCents, status, reminders };
}

const centsOf = (shares: readonly Share[], status: Share["status"]) =>
  shares.reduce((sum, share) => (share.status === status ? sum + share.amountCents : sum), 0);

type CostsRows = {
  readonly event: SocialEventRow;
  readonly cost: EventCostRow | undefined;
  readonly rows: readonly SharedRow[];
  readonly heads: Costs["heads"];
  readonly remindable: number;
};

/** An event's cost as its host sees it. */
export function viewCosts({ event, cost, rows, heads, remindable }: CostsRows): Costs {
  const shares = rows.map(viewShare);
  return {
    title: event.title,
    heads,
    cost: cost ? { kind: cost.kind, amountCents: cost.amountCents, what: cost.what, over: cost.splitOver } : null,
    shares,
    paidCents: centsOf(shares, "paid"),
    openCents: centsOf(shares, "open"),
    waivedCents: centsOf(shares, "waived"),
    remindable,
    canBePaidTo: event.organizerVenmo !== "" || event.organizerCashApp !== "",
  };
}

type OwnRow = { readonly share: EventShareRow; readonly what: string; readonly event: SocialEventRow };

/** A share as the person who owes it sees it. */
export function viewOwnShare({ share, what, event }: OwnRow, viewer: Person): OwnShares["shares"][number] {
  const { id: eventId, title, day, host, organizerVenmo, organizerCashApp } = event;
  const { amountCents, heads } = share;
  const owed = { eventId, title, amountCents, heads, host, venmo: organizerVenmo, cashApp: organizerCashApp };
  return canSeeEvent(viewer, event) ? { ...owed, day, what } : { ...owed, day: "", what: "" };
}

/** An open share in the organizers' list of all events. */
export function viewOwed(row: SharedRow & { readonly title: string; readonly day: string }): Owed["shares"][number] {
  const { id, eventId, amountCents, reminders } = row.share;
  return { id, eventId, title: row.title, day: row.day, name: shownName(row), amountCents, reminders };
}
