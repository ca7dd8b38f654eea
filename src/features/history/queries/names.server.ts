import { eq, ilike, inArray, or, sql, type SQL } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import { accounts } from "#src/db/tables/accounts.ts";
import { auditLog } from "#src/db/tables/admin.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { type UserRow, users } from "#src/db/tables/users.ts";
import type { AuditEntry } from "#src/features/history/schema.ts";
import { isFound } from "#src/features/people/queries/filters.server.ts";
import type { AuditAction } from "#src/shared/audit-actions.ts";

// Name filters match at most this many people or events.
const MOST_NAMED = 500;

const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;

async function findPeople(app: App, name: string): Promise<string[]> {
  const rows = await app.db.select({ id: users.userId }).from(users).where(isFound(name)).limit(MOST_NAMED);
  return rows.map(({ id }) => id);
}

/** Entries by an organizer whose name or email contains this text. */
export async function isBy(app: App, name: string): Promise<SQL | undefined> {
  const ids = await findPeople(app, name);
  return or(ilike(auditLog.actorEmail, containing(name)), inArray(auditLog.actorUserId, ids));
}

/** Entries about a person or event whose name contains this text. */
export async function isAbout(app: App, name: string): Promise<SQL> {
  const events = app.db
    .select({ id: socialEvents.id })
    .from(socialEvents)
    .where(ilike(socialEvents.title, containing(name)))
    .limit(MOST_NAMED);
  const ids = [...(await findPeople(app, name)), ...(await events).map(({ id }) => id)];
  return sql`${auditLog.subjectIds} && ${sql.param(ids)}::text[]`;
}

type Entry = Pick<typeof auditLog.$inferSelect, "id" | "action" | "actorUserId" | "subjectIds" | "undoneBy">;

export type Names = {
  /** The entry's people and events by current name. Deleted ones are omitted. */
  readonly subjectsOf: (entry: Entry) => AuditEntry["subjects"];
  /** The name of the organizer; empty when unknown. */
  readonly actorOf: (entry: Entry) => string;
  /** The name of the person who signs in with this email; empty when unknown. */
  readonly ofEmail: (email: string | null) => string;
  /** The action that an undo reverted. */
  readonly undoneBy: (entry: Entry) => AuditAction | null;
};

const nameOf = (row: UserRow) => `${row.firstName} ${row.lastName}`.trim() || row.nickname || row.email || row.phone;

/** The accounts that undid entries or whose roles changed, with their people. */
function readSignIns(app: App, entries: readonly Entry[]) {
  const emails = entries.flatMap(({ undoneBy }) => undoneBy ?? []);
  const subs = entries.flatMap(({ action, subjectIds }) => (action.startsWith("role_") ? subjectIds : []));
  return app.db
    .select({ sub: accounts.sub, email: accounts.email, person: users })
    .from(accounts)
    .leftJoin(users, eq(users.userId, accounts.userId))
    .where(or(inArray(accounts.email, emails), inArray(accounts.sub, subs)));
}

/** Loads the names for a page of entries, with one query per kind. */
export async function readNames(app: App, entries: readonly Entry[]): Promise<Names> {
  const ids = [...new Set(entries.flatMap(({ subjectIds, actorUserId }) => [...subjectIds, actorUserId ?? ""]))];
  const undos = entries.flatMap(({ action, subjectIds: [first] }) => (action === "undone" && first ? [first] : []));
  const [people, events, undone, signIns] = await Promise.all([
    app.db.select().from(users).where(inArray(users.userId, ids)),
    app.db
      .select({ id: socialEvents.id, title: socialEvents.title })
      .from(socialEvents)
      .where(inArray(socialEvents.id, ids)),
    app.db.select({ id: auditLog.id, action: auditLog.action }).from(auditLog).where(inArray(auditLog.id, undos)),
    readSignIns(app, entries),
  ]);
  const known = new Map<string, AuditEntry["subjects"][number]>();
  // The role of an account without a person is logged under the account's id.
  for (const { sub, email } of signIns) known.set(sub, { kind: "person", id: sub, name: email });
  for (const row of people) known.set(row.userId, { kind: "person", id: row.userId, name: nameOf(row) });
  const names = new Map(signIns.map(({ email, person }) => [email, person === null ? "" : nameOf(person)]));
  for (const { id, title } of events) known.set(id, { kind: "event", id, name: title });
  const actions = new Map(undone.map(({ id, action }) => [id, action]));
  return {
    subjectsOf: ({ subjectIds }) => subjectIds.flatMap((id) => known.get(id) ?? []),
    actorOf: ({ actorUserId }) => known.get(actorUserId ?? "")?.name ?? "",
    ofEmail: (email) => names.get(email ?? "") ?? "",
    undoneBy: ({ subjectIds: [first = ""] }) => actions.get(first) ?? null,
  };
}
