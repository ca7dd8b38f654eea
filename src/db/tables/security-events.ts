import { index, pgTable, text } from "drizzle-orm/pg-core";
import { oneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { SECURITY_EVENT_KINDS } from "#src/shared/security.ts";

/** The security log of accounts and keys: shown to the owner and to organizers. Deleted with the account. */
export const securityEvents = pgTable(
  "security_events",
  {
    /** UUIDv7: in the order of time. */
    id: text("id").primaryKey(),
    /** Null for site-wide events, such as key rotation. */
    sub: text("sub").references(() => accounts.sub, { onDelete: "cascade" }),
    kind: text("kind", { enum: SECURITY_EVENT_KINDS }).notNull(),
    /** "Chrome on Android"; "Terminal" for a command; empty when unknown. */
    device: text("device").notNull().default(""),
    /** The network, never the whole address: /24 of IPv4, /48 of IPv6. */
    network: text("network").notNull().default(""),
    /** One short detail, such as the granted role. */
    detail: text("detail").notNull().default(""),
    at: instant("at").notNull(),
  },
  (table) => [
    oneOf("security_events_kind", table.kind, SECURITY_EVENT_KINDS),
    index("security_events_by_sub").on(table.sub, table.id),
    index("security_events_by_kind").on(table.kind, table.id),
    index("security_events_by_time").on(table.at),
  ],
);
