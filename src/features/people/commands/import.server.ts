import { eq, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { lockContacts } from "#src/db/lock-keys.server.ts";
import { userImports } from "#src/db/tables/admin.ts";
import { joinProposals } from "#src/db/tables/join-proposals.ts";
import { type UserRow, users } from "#src/db/tables/users.ts";
import { writeAudit } from "#src/audit/audit-log.server.ts";
import { readEmails, tellOwners } from "#src/features/people/commands/email-changes.server.ts";
import {
  countsOf,
  markOf,
  type PlannedRow,
  planImport,
  type ReadRow,
  readRows,
  viewPlanned,
} from "#src/features/people/commands/plan-import.server.ts";
import { readCsv } from "#src/features/people/commands/read-csv.server.ts";
import { retrying } from "#src/db/retrying.server.ts";
import { type Change, changeRows, type Row } from "#src/db/row-changes.server.ts";
import {
  CSV_WITHOUT_STATUS,
  CSV_NOTHING_TO_DO,
  CSV_PLAN_CHANGED,
  CSV_SENT_BY_OTHER,
  importedWords,
} from "#src/features/people/messages/csv.ts";
import {
  type Column,
  type Imported,
  type ImportPreview,
  type ImportQuery,
  PART_ROWS,
} from "#src/features/people/schema/csv.ts";
import type { UserField, UserFields } from "#src/features/people/schema/users.ts";
import type { Proved } from "#src/policy/proof.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

function partsOf(rows: readonly PlannedRow[]): ImportPreview["parts"] {
  return Array.from({ length: Math.ceil(rows.length / PART_ROWS) }, (_, part) => {
    const some = rows.slice(part * PART_ROWS, (part + 1) * PART_ROWS);
    return { plan: markOf(some), rows: some.length, brings: bringsOf(some) };
  });
}

/** The number of rows with something new. */
function bringsOf(rows: readonly PlannedRow[]): number {
  const { create, fill, propose } = countsOf(rows);
  return create + fill + propose;
}

/** Previews an import row by row, without writing. */
export async function previewImport(
  app: App,
  bytes: Uint8Array,
  columns?: readonly (Column | null)[],
): Promise<Result<ImportPreview>> {
  const table = readCsv(bytes, columns);
  if (!table.ok) return table;
  const read = readRows(table.value);
  const rows = await app.db.transaction((tx) => planImport(tx, read, { lock: false }));
  const counts = countsOf(rows);
  const hasStatus = table.value.columns.some(({ field }) => field === "status");
  return ok({
    columns: table.value.columns,
    rows: rows.map((row, index) => viewPlanned(row, read[index])),
    counts,
    notes: [...table.value.notes, ...(counts.create > 0 && !hasStatus ? [CSV_WITHOUT_STATUS] : [])],
    parts: partsOf(rows),
  });
}

/** The response to the same import sent earlier. Null the first time, which is then recorded. */
async function findEarlier(
  tx: Transaction,
  admin: Admin,
  importId: string,
  now: Date,
): Promise<Result<Imported> | null> {
  // A concurrent copy of the same import waits here for the first.
  const [begun] = await tx
    .insert(userImports)
    .values({ id: importId, actorSub: admin.sub, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: userImports.id });
  if (begun) return null;
  const [earlier] = await tx.select().from(userImports).where(eq(userImports.id, importId));
  if (!earlier || earlier.actorSub !== admin.sub) return fail("conflict", CSV_SENT_BY_OTHER);
  return ok(earlier.answer as Imported);
}

/** Creates records for unknown people. Returns their ids. */
async function createPeople(tx: Transaction, rows: readonly PlannedRow[], now: Date): Promise<string[]> {
  const made = rows
    .filter(({ outcome }) => outcome === "create")
    .map(({ fields }) => {
      const userId = uuidv7(now.getTime());
      return { userId, ...fields, dateAdded: now, createdAt: now, updatedAt: now };
    });
  if (made.length > 0) await tx.insert(users).values(made);
  return made.map(({ userId }) => userId);
}

/** Creates a record for each other email of a known person, with a proposal to merge them, as join forms do. */
async function proposeEmails(tx: Transaction, rows: readonly PlannedRow[], now: Date): Promise<string[]> {
  const made = rows.flatMap(({ record, fields, proposal }) => {
    if (!record || !proposal) return [];
    const userId = uuidv7(now.getTime());
    const { status: _, groupMeUserId: __, ...own } = fields;
    const person = { ...own, userId, email: proposal.email, dateAdded: now, createdAt: now, updatedAt: now };
    const { reasons } = proposal;
    const id = uuidv7(now.getTime());
    return [{ person, link: { id, userId, knownUserId: record.userId, reasons: [...reasons], createdAt: now } }];
  });
  if (made.length === 0) return [];
  await tx.insert(users).values(made.map(({ person }) => person));
  await tx.insert(joinProposals).values(made.map(({ link }) => link));
  return made.map(({ person }) => person.userId);
}

/** With the database's column names. */
function asColumns(values: UserRow | Partial<UserFields>, fields: readonly UserField[]): Row {
  return Object.fromEntries(fields.map((field) => [users[field].name, values[field]]));
}

/** Fills in missing fields of records. */
async function fillRecords(tx: Transaction, rows: readonly PlannedRow[], now: Date): Promise<Change[]> {
  const changes: Change[] = [];
  for (const { outcome, record, fields, fills } of rows) {
    if (outcome !== "fill" || !record) continue;
    const before = { ...asColumns(record, fills), updated_at: record.updatedAt.toISOString() };
    const after = { ...asColumns(fields, fills), updated_at: now.toISOString() };
    changes.push(await changeRows(tx, "users", { before, after, where: sql`t.user_id = ${record.userId}` }));
  }
  return changes;
}

/** An import's details for the audit log. */
function deedOf(rows: readonly PlannedRow[], created: readonly string[]) {
  const filled = rows.filter(({ outcome }) => outcome === "fill");
  const people = rows
    .filter(({ outcome }) => outcome === "create")
    .map(({ fields: { firstName = "", lastName = "", nickname = "", email = "" } }) =>
      [`${firstName} ${lastName}`.trim() || nickname, email].filter(Boolean).join(", "),
    );
  const proposed = rows.flatMap(({ proposal }) => (proposal ? [proposal.email] : []));
  const additions = filled.map(({ record, fields, fills }) => ({
    userId: record?.userId,
    ...Object.fromEntries(fills.map((field) => [field, fields[field]])),
  }));
  return {
    action: "users_imported",
    subjectIds: [...created, ...filled.flatMap(({ record }) => (record ? [record.userId] : []))],
    after: { ...countsOf(rows), created: people, filled: additions, proposedEmails: proposed },
  } as const;
}

async function write(tx: Transaction, admin: Admin, rows: readonly PlannedRow[], now: Date): Promise<Imported> {
  const counts = countsOf(rows);
  const emails = await readEmails(
    tx,
    rows.flatMap(({ record }) => (record ? [record.userId] : [])),
  );
  const created = [...(await createPeople(tx, rows, now)), ...(await proposeEmails(tx, rows, now))];
  const filled = await fillRecords(tx, rows, now);
  const auditId = await writeAudit(tx, admin, { ...deedOf(rows, created), undo: { created, filled } }, now);
  await tellOwners(tx, emails, { auditId, now });
  return { success: true, message: importedWords(counts), counts, auditId };
}

type Work = { readonly read: readonly ReadRow[]; readonly query: ImportQuery; readonly now: Date };

async function importLocked(tx: Transaction, admin: Admin, { read, query, now }: Work): Promise<Result<Imported>> {
  const earlier = await findEarlier(tx, admin, query.importId, now);
  if (earlier) return earlier;
  await lockContacts(
    tx,
    read
      .slice(query.part * PART_ROWS)
      .flatMap(({ fields: { email = "", phone = "" }, others }) => [
        { email, phone },
        ...others.map((other) => ({ email: other, phone: "" })),
      ]),
  );
  const rows = await planImport(tx, read, { lock: true, from: query.part * PART_ROWS });
  if (markOf(rows) !== query.plan) return fail("conflict", CSV_PLAN_CHANGED);
  if (bringsOf(rows) === 0) return fail("invalid", CSV_NOTHING_TO_DO);
  const answer = await write(tx, admin, rows, now);
  await tx.update(userImports).set({ answer }).where(eq(userImports.id, query.importId));
  return ok(answer);
}

/** Thrown so that a refused import rolls back everything, including its own record. */
class Refused extends Error {
  readonly result: Result<Imported>;

  constructor(result: Result<Imported>) {
    super("refused");
    this.result = result;
  }
}

/**
 * Imports one part exactly as its preview showed, in one transaction; `conflict` if records changed meanwhile.
 * Idempotent: a repeat returns the first response. Can be undone from the audit log. Needs a fresh proof, because it
 * can give a known person an email.
 */
export async function importUsers(
  app: App,
  admin: Proved<Admin>,
  { bytes, query }: { bytes: Uint8Array; query: ImportQuery },
): Promise<Result<Imported>> {
  const table = readCsv(bytes, query.columns);
  if (!table.ok) return table;
  // Reads earlier parts too: a row for the same person as an earlier one is refused.
  const read = readRows(table.value).slice(0, (query.part + 1) * PART_ROWS);
  try {
    return await retrying(app, async (tx) => {
      const result = await importLocked(tx, admin, { read, query, now: app.clock.now() });
      if (!result.ok) throw new Refused(result);
      return result;
    });
  } catch (error) {
    if (error instanceof Refused) return error.result;
    throw error;
  }
}
