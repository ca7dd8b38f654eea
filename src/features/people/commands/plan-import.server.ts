import { NO_ANSWER } from "#src/shared/choices.ts";
import { createHash } from "node:crypto";
import { asc, inArray } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { type UserRow, users } from "#src/db/tables/users.ts";
import type { CsvRow, CsvTable } from "#src/features/people/commands/read-csv.server.ts";
import {
  COLUMN_LABELS,
  csvCells,
  csvEmailsLeft,
  csvOtherEmails,
  csvSameAs,
  csvSeveral,
  csvUnknownRecord,
} from "#src/features/people/messages/csv.ts";
import { FIELD_LABELS, MATCH_REASONS, USER_NEEDS_A_NAME } from "#src/features/people/messages.ts";
import { findSame, type Same } from "#src/features/people/queries/matches.server.ts";
import type { ImportedRow } from "#src/features/people/schema/csv.ts";
import { USER_FIELDS, type UserField, type UserFields, userFieldsSchema } from "#src/features/people/schema/users.ts";
import { normalizeEmail } from "#src/shared/contact.ts";
import { PROPOSAL_REASONS } from "#src/shared/proposals.ts";

// Plans an import row by row, without writing.

const isField = (name: string): name is UserField => name in FIELD_LABELS;

export type PlannedRow = {
  readonly line: number;
  readonly outcome: ImportedRow["outcome"];
  readonly fields: Partial<UserFields>;
  readonly record: UserRow | null;
  readonly why: readonly string[];
  readonly fills: readonly UserField[];
  /** Another email of a known person, and the evidence that it is theirs. */
  readonly proposal: Proposal | null;
};
type Proposal = { readonly email: string; readonly reasons: readonly (typeof PROPOSAL_REASONS)[number][] };

const SEXES: Readonly<Record<string, string>> = { m: "male", man: "male", f: "female", w: "female", woman: "female" };

/** Splits cells into values; Google Contacts puts several into one cell. */
const entriesOf = (...cells: readonly (string | undefined)[]) =>
  cells.flatMap((cell = "") => cell.split(":::").map((entry) => entry.trim())).filter((entry) => entry !== "");

/** A row in the format of the console's form, and its other emails. */
function valuesOf({ values }: CsvRow): { record: Record<string, unknown>; others: string[] } {
  const { userId: _, secondEmail, email: first, phone, zphone2, zsex, age, status, ...texts } = values;
  const [email, ...others] = entriesOf(first, secondEmail);
  const [number, second] = entriesOf(phone, zphone2);
  const record = {
    ...texts,
    ...(email !== undefined && { email }),
    ...(number !== undefined && { phone: number }),
    ...(second !== undefined && { zphone2: second }),
    ...(zsex !== undefined && { zsex: SEXES[zsex.toLowerCase()] ?? zsex.toLowerCase() }),
    ...(age !== undefined && { age: /^\d{1,3}$/.test(age) ? Number(age) : age }),
    ...(status !== undefined && { status: status.toLowerCase() }),
  };
  return { record, others: [...new Set(others.map(normalizeEmail))] };
}

/** Field errors as messages. */
function faultsOf(issues: readonly { path: readonly PropertyKey[]; message: string }[]): string[] {
  return issues.map(({ path: [field = ""], message }) => {
    const faulty = String(field);
    return `${isField(faulty) ? FIELD_LABELS[faulty] : "Name"}: ${message}`;
  });
}

/** Errors of the other emails as messages. */
function emailFaults(emails: readonly string[]): string[] {
  return emails.flatMap((email) => {
    const parsed = userFieldsSchema.safeParse({ email });
    return parsed.success ? [] : parsed.error.issues.map(({ message }) => `${COLUMN_LABELS.secondEmail}: ${message}`);
  });
}

export type ReadRow = {
  readonly line: number;
  readonly userId: string;
  readonly fields: Partial<UserFields>;
  /** Emails besides the main one. */
  readonly others: readonly string[];
  /** The person's name as written in the row. */
  readonly said: { readonly name: string; readonly email: string; readonly phone: string };
  /** Why the row cannot be used, as messages. */
  readonly faults: readonly string[];
};

const NAMING = ["firstName", "lastName", "nickname", "email", "phone"] as const;

/** Each row's fields, and the errors of unusable rows. */
export function readRows({ rows, columns }: CsvTable): ReadRow[] {
  return rows.map((row): ReadRow => {
    const { line, cells, values } = row;
    const { userId = "", name, firstName = "", lastName = "", nickname = "", email: address = "" } = values;
    const said = {
      name: name ?? (`${firstName} ${lastName}`.trim() || nickname),
      email: address,
      phone: values.phone ?? "",
    };
    const { record, others } = valuesOf(row);
    const known = { line, userId, said, others };
    if (cells !== null) return { ...known, fields: {}, faults: [csvCells(cells, columns.length)] };
    const parsed = userFieldsSchema.safeParse(record);
    const faults = [...(parsed.success ? [] : faultsOf(parsed.error.issues)), ...emailFaults(others)];
    if (!parsed.success || faults.length > 0) return { ...known, fields: {}, faults };
    const fields = parsed.data;
    const hasName = NAMING.some((field) => fields[field]);
    const rest = others.filter((email) => email !== fields.email);
    return { ...known, others: rest, fields, faults: hasName ? [] : [USER_NEEDS_A_NAME] };
  });
}

const nameOf = ({ firstName, lastName, nickname, email }: UserRow) =>
  `${firstName} ${lastName}`.trim() || nickname || email;

function isEmpty(value: unknown): boolean {
  return value === "" || value === null || value === NO_ANSWER || (Array.isArray(value) && value.length === 0);
}

type Found = { readonly same: readonly Same[]; readonly records: ReadonlyMap<string, UserRow> };

function refused(line: number, fields: Partial<UserFields>, why: readonly string[]): PlannedRow {
  return { line, outcome: "refuse", fields, record: null, why, fills: [], proposal: null };
}

/** Plans a new person. Emails without a field go into the message. */
function planNew({ line, fields, others }: ReadRow): PlannedRow {
  const { zmessage = "" } = fields;
  const said = [zmessage, others.length > 0 ? csvOtherEmails(others) : ""].filter((part) => part !== "").join("\n");
  const made = said === "" ? fields : { ...fields, zmessage: said };
  return { line, outcome: "create", fields: made, record: null, why: [], fills: [], proposal: null };
}

/** Plans a known person: fills in missing fields, and proposes another email. */
function planKnown({ line, fields, others }: ReadRow, record: UserRow, same: readonly Same[]): PlannedRow {
  const own = same.filter(({ userId }) => userId === record.userId).map(({ kind }) => kind);
  const fills = USER_FIELDS.filter((field) => {
    const value = fields[field];
    return value !== undefined && !isEmpty(value) && isEmpty(record[field]);
  });
  const email = record.email === "" ? fields.email : record.email;
  const emails = [fields.email ?? "", ...others].filter((other) => other !== "" && other !== email);
  const reasons = PROPOSAL_REASONS.filter((reason) => own.includes(reason));
  const [proposed] = reasons.length > 0 ? emails : [];
  const left = proposed === undefined ? emails : emails.slice(1);
  const why = own.map((kind) => MATCH_REASONS[kind]);
  return {
    line,
    outcome: fills.length > 0 ? "fill" : proposed === undefined ? "unchanged" : "propose",
    fields,
    record,
    why: left.length > 0 ? [...why, csvEmailsLeft(left)] : why,
    fills,
    proposal: proposed === undefined ? null : { email: proposed, reasons },
  };
}

function planRow(row: ReadRow, { same, records }: Found): PlannedRow {
  const { line, userId, fields } = row;
  if (userId !== "" && !same.some(({ kind }) => kind === "user_id")) return refused(line, fields, [csvUnknownRecord]);
  const [best] = same;
  const record = best && records.get(best.userId);
  if (!best || !record) return planNew(row);
  const ids = new Set(same.map((each) => each.userId));
  if (best.kind === "user_id" || ids.size === 1) return planKnown(row, record, same);
  const names = [...ids].flatMap((id) => {
    const other = records.get(id);
    return other ? [`${nameOf(other)} (${kindsOf(same, id).join(", ").toLowerCase()})`] : [];
  });
  return refused(line, fields, [csvSeveral(names)]);
}

const kindsOf = (same: readonly Same[], userId: string) =>
  same.filter((one) => one.userId === userId).map(({ kind }) => MATCH_REASONS[kind]);

/** Keys by which rows of one person are recognized. */
function marksOf(
  person: { email?: string; phone?: string; groupMeUserId?: string },
  more: readonly string[],
): string[] {
  const { email = "", phone = "", groupMeUserId = "" } = person;
  return [
    email && `email ${email}`,
    phone && `phone ${phone.replace(/^1(?=\d{10}$)/, "")}`,
    groupMeUserId && `groupme ${groupMeUserId}`,
    ...more,
  ].filter((mark) => mark !== "");
}

/** The line on which each key was first seen. */
class FirstLines {
  readonly #lines = new Map<string, number>();

  find(marks: readonly string[]): number | undefined {
    return marks.map((mark) => this.#lines.get(mark)).find((line) => line !== undefined);
  }

  add(marks: readonly string[], line: number): void {
    for (const mark of marks) if (!this.#lines.has(mark)) this.#lines.set(mark, line);
  }
}

/** Refuses rows for the same person as an earlier row, by the row's or its record's values. */
function refuseTwins(planned: readonly PlannedRow[], rows: readonly ReadRow[]): PlannedRow[] {
  const lines = new FirstLines();
  const before = rows.length - planned.length;
  return rows.flatMap(({ line, userId, fields, others, faults }, at): PlannedRow[] => {
    const row = planned[at - before];
    if (faults.length > 0) return row ? [row] : [];
    const emails = others.map((other) => `email ${other}`);
    const own = marksOf(fields, [userId && `user ${userId}`, ...emails]);
    const { record } = row ?? {};
    const known = record ? marksOf(record, [`user ${record.userId}`, ...marksOf({ phone: record.zphone2 }, [])]) : [];
    const earlier = row && lines.find([...own, ...known]);
    lines.add(own, line);
    if (!row) return [];
    return [earlier === undefined || row.outcome === "refuse" ? row : refused(line, fields, [csvSameAs(earlier)])];
  });
}

const SOUGHT_AT_ONCE = 500;

/**
 * Plans each row from index `from`; earlier rows only identify their people. With `lock`, the matched records stay
 * locked until the transaction ends.
 */
export async function planImport(
  tx: Transaction,
  read: readonly ReadRow[],
  { lock, from = 0 }: { lock: boolean; from?: number },
): Promise<PlannedRow[]> {
  const rows = read.slice(from);
  // Looks up each row, and each of its other emails like a separate row.
  const sought = rows.flatMap(({ userId, fields, others }, n) => {
    const { groupMeUserId = "", phone = "", email = "" } = fields;
    const other = others.map((address) => ({ n, userId: "", groupMeUserId: "", phone: "", email: address }));
    return [{ n, userId, groupMeUserId, phone, email }, ...other];
  });
  const found: Same[] = [];
  for (let at = 0; at < sought.length; at += SOUGHT_AT_ONCE) {
    // oxlint-disable-next-line no-await-in-loop -- one connection, and one statement of all would take too long
    const some = await findSame(tx, sought.slice(at, at + SOUGHT_AT_ONCE));
    found.push(...some.map((each) => ({ ...each, n: at + each.n })));
  }
  const same = Map.groupBy(found, ({ n }) => sought[n]?.n ?? n);
  const ids = [...new Set(found.map(({ userId }) => userId))];
  const query = tx.select().from(users).where(inArray(users.userId, ids)).orderBy(asc(users.userId));
  const people = ids.length === 0 ? [] : await (lock ? query.for("update") : query);
  const records = new Map(people.map((record) => [record.userId, record]));
  const planned = rows.map((row, n): PlannedRow => {
    if (row.faults.length > 0) return refused(row.line, row.fields, row.faults);
    return planRow(row, { same: (same.get(n) ?? []).filter(({ userId }) => records.has(userId)), records });
  });
  return refuseTwins(planned, read);
}

/** A hash of these decisions: changes if a record they depend on changes. */
export function markOf(rows: readonly PlannedRow[]): string {
  const decisions = rows.map(({ line, outcome, fields, record, fills, proposal }) => [
    line,
    outcome,
    fields,
    record?.userId,
    fills,
    proposal?.email,
  ]);
  return createHash("sha256").update(JSON.stringify(decisions)).digest("base64url");
}

export function countsOf(rows: readonly PlannedRow[]) {
  const count = (outcome: ImportedRow["outcome"]) => rows.filter((row) => row.outcome === outcome).length;
  return {
    create: count("create"),
    fill: count("fill"),
    propose: count("propose"),
    unchanged: count("unchanged"),
    refuse: count("refuse"),
    proposed: rows.filter(({ proposal }) => proposal !== null).length,
  };
}

/** A row in the preview. */
export function viewPlanned(row: PlannedRow, read: ReadRow | undefined): ImportedRow {
  const { line, outcome, record, why, fills } = row;
  return {
    line,
    outcome,
    ...(read?.said ?? { name: "", email: "", phone: "" }),
    record: record && { userId: record.userId, name: nameOf(record) },
    why: [...why],
    fills: fills.map((field) => FIELD_LABELS[field]),
    proposes: row.proposal?.email ?? "",
  };
}
