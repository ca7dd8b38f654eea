import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { eachOneOf, oneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { users } from "#src/db/tables/users.ts";
import { PROPOSAL_DECISIONS, PROPOSAL_REASONS } from "#src/shared/proposals.ts";

const person = (name: string) =>
  text(name)
    .notNull()
    .references(() => users.userId, { onDelete: "cascade" });

/**
 * Join forms that may be about a known person: the form is stored as a person of its own, and an organizer decides
 * whether they are the same.
 */
export const joinProposals = pgTable(
  "join_proposals",
  {
    /** UUID v7: newest last. */
    id: text("id").primaryKey(),
    /** The person the join form created or updated. */
    userId: person("user_id"),
    /** The known person it may be. */
    knownUserId: person("known_user_id"),
    /** The reasons, at least one. */
    reasons: text("reasons", { enum: PROPOSAL_REASONS }).array().notNull(),
    createdAt: instant("created_at").notNull(),
    decidedAt: instant("decided_at"),
    decision: text("decision", { enum: PROPOSAL_DECISIONS }),
  },
  (table) => [
    eachOneOf("join_proposals_reasons", table.reasons, PROPOSAL_REASONS),
    oneOf("join_proposals_decision", table.decision, PROPOSAL_DECISIONS),
    uniqueIndex("join_proposals_once").on(table.userId, table.knownUserId),
    index("join_proposals_by_known").on(table.knownUserId),
    index("join_proposals_open")
      .on(table.id)
      .where(sql`${table.decidedAt} is null`),
    check("join_proposals_of_two", sql`${table.userId} <> ${table.knownUserId}`),
  ],
);
export type JoinProposalRow = typeof joinProposals.$inferSelect;
