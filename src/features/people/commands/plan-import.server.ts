import { createHash } from "node:crypto";
import { asc, inArray } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { type UserRow, users } from "#src/db/tables/users.ts";
import type { CsvRow, CsvTable } from "#src/features/people/commands/read-csv.server.ts";
import { csvCells, csvSameAs, csvSeveral, csvUnknownRecord } from "#src/features/people/messages/csv.ts";
import { FIELD_LABELS, MATCH_REASONS, USER_NEEDS_A_NAME } from "#src/features/people/messages.ts";
import { findSame, type Same } from "#src/features/people/queries/matches.server.ts";
import type { ImportedRow } from "#src/features/people/schema/csv.ts";
import { USER_FIELDS, type UserField, type UserFields, userFieldsSchema } from "#src/features/people/schema/users.ts";

// What an import would do, row by row, without doing it.

const isField = (name: string): name is UserField => name in FIELD_LABELS;

export type PlannedRow = {
  readonly line: number;
  readonly outcome: ImportedRow["outcome"];
  readonly fields: Partial<UserFields>;
  readonly record: UserRow | null;
  readonly why: readonly string[];
  readonly fills: readonly UserField[];
};

const SEXES: Readonly<Record<string, string>> = { m: "male", man: "male", f: "female", w: "female", woman: "female" };

/** A row as the form of the console would send it. */
function valuesOf({ values }: CsvRow): Record<string, unknown> {
  const { userId: _, zsex, age, status, ...texts } = values;
  return {
    ...texts,
    ...(zsex !== undefined && { zsex: SEXES[zsex.toLowerCase()] ?? zsex.toLowerCase() }),
    ...(age !== undefined && { age: /^\d{1,3}$/.test(age) ? Number(age) : age }),
    ...(status !== undefined && { status: status.toLowerCase() }),
  };
}

export type ReadRow = {
  readonly line: number;
  readonly userId: string;
  readonly fields: Partial<UserFields>;
  /** The person's name as written in the row. */
  readonly said: { readonly name: string; readonly email: string; readonly phone: string };
  /** Why the row cannot be used, in words. */
  readonly faults: readonly string[];
};

const NAMING = ["firstName", "lastName", "nickname", "email", "phone"] as const;

/** The fields of each row, and what is wrong with those that cannot be used. */
export function readRows({ rows, columns }: CsvTable): ReadRow[] {
  return rows.map((row): ReadRow => {
    const { line, cells, values } = row;
    const { userId = "", name, firstName = "", lastName = "", nickname = "", email: address = "" } = values;
    const said = {
      name: name ?? (`${firstName} ${lastName}`.trim() || nickname),
      email: address,
      phone: values.phone ?? "",
    };
    const known = { line, userId, said };
    if (cells !== null) return { ...known, fields: {}, faults: [csvCells(cells, columns)] };
    const parsed = userFieldsSchema.safeParse(valuesOf(row));
    if (!parsed.success) {
      const faults = parsed.error.issues.map(({ path: [field = ""], message }) => {
        const faulty = String(field);
        return `${isField(faulty) ? FIELD_LABELS[faulty] : "Name"}: ${message}`;
      });
      return { ...known, fields: {}, faults };
    }
    const fields = parsed.data;
    const hasName = NAMING.some((field) => fields[field]);
    return { ...known, fields, faults: hasName ? [] : [USER_NEEDS_A_NAME] };
  });
}

const nameOf = ({ firstName, lastName, nickname, email }: UserRow) =>
  `${firstName} ${lastName}`.trim() || nickname || email;

function isEmpty(value: unknown): boolean {
  return value === "" || value === null || (Array.isArray(value) && value.length === 0);
}

type Found = { readonly same: readonly Same[]; readonly records: ReadonlyMap<string, UserRow> };

/** What becomes of one row that can be used. */
function planRow({ line, userId, fields }: ReadRow, { same, records }: Found): PlannedRow {
  const refuse = (reason: string): PlannedRow => ({
    line,
    outcome: "refuse",
    fields,
    record: null,
    why: [reason],
    fills: [],
  });
  if (userId !== "" && !same.some(({ kind }) => kind === "user_id")) return refuse(csvUnknownRecord);
  const [best] = same;
  const record = best && records.get(best.userId);
  if (!best || !record) return { line, outcome: "create", fields, record: null, why: [], fills: [] };
  const others = new Set(same.map((one) => one.userId));
  if (best.kind !== "user_id" && others.size > 1) {
    const names = [...others].flatMap((id) => {
      const other = records.get(id);
      return other ? [`${nameOf(other)} (${kindsOf(same, id).join(", ").toLowerCase()})`] : [];
    });
    return refuse(csvSeveral(names));
  }
  const fills = USER_FIELDS.filter((field) => {
    const value = fields[field];
    return value !== undefined && !isEmpty(value) && isEmpty(record[field]);
  });
  return {
    line,
    outcome: fills.length > 0 ? "fill" : "unchanged",
    fields,
    record,
    why: kindsOf(same, record.userId),
    fills,
  };
}

const kindsOf = (same: readonly Same[], userId: string) =>
  same.filter((one) => one.userId === userId).map(({ kind }) => MATCH_REASONS[kind]);

/** Refuses rows that are the person of an earlier one. */
function refuseTwins(rows: readonly PlannedRow[]): PlannedRow[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    if (row.outcome === "refuse") return row;
    const { email = "", phone = "", groupMeUserId = "" } = row.fields;
    const marks = [
      row.record ? `record ${row.record.userId}` : "",
      email && `email ${email}`,
      phone && `phone ${phone.replace(/^1(?=\d{10}$)/, "")}`,
      groupMeUserId && `groupme ${groupMeUserId}`,
    ].filter((mark) => mark !== "");
    const earlier = marks.map((mark) => seen.get(mark)).find((line) => line !== undefined);
    if (earlier !== undefined) return { ...row, outcome: "refuse", record: null, why: [csvSameAs(earlier)], fills: [] };
    for (const mark of marks) seen.set(mark, row.line);
    return row;
  });
}

/** What would become of each row. With `lock`, the records that they are stay as they are until the end. */
export async function planImport(
  tx: Transaction,
  rows: readonly ReadRow[],
  { lock }: { lock: boolean },
): Promise<PlannedRow[]> {
  const people = rows.map(({ userId, fields: { groupMeUserId = "", phone = "", email = "" } }) => {
    return { userId, groupMeUserId, phone, email };
  });
  const same = Map.groupBy(await findSame(tx, people), ({ n }) => n);
  const ids = [...new Set([...same.values()].flat().map(({ userId }) => userId))];
  const query = tx.select().from(users).where(inArray(users.userId, ids)).orderBy(asc(users.userId));
  const found = ids.length === 0 ? [] : await (lock ? query.for("update") : query);
  const records = new Map(found.map((record) => [record.userId, record]));
  const planned = rows.map((row, n): PlannedRow => {
    const { line, fields, faults } = row;
    if (faults.length > 0) return { line, outcome: "refuse", fields, record: null, why: faults, fills: [] };
    return planRow(row, { same: (same.get(n) ?? []).filter(({ userId }) => records.has(userId)), records });
  });
  return refuseTwins(planned);
}

/** Stands for exactly these decisions: it changes when a record changes that they depend on. */
export function markOf(rows: readonly PlannedRow[]): string {
  const decisions = rows.map(({ line, outcome, fields, record, fills }) => [
    line,
    outcome,
    fields,
    record?.userId,
    fills,
  ]);
  return createHash("sha256").update(JSON.stringify(decisions)).digest("base64url");
}

export function countsOf(rows: readonly PlannedRow[]) {
  const count = (outcome: ImportedRow["outcome"]) => rows.filter((row) => row.outcome === outcome).length;
  return { create: count("create"), fill: count("fill"), unchanged: count("unchanged"), refuse: count("refuse") };
}

/** A row as the preview shows it. */
export function viewPlanned(row: PlannedRow, read: ReadRow | undefined): ImportedRow {
  const { line, outcome, record, why, fills } = row;
  return {
    line,
    outcome,
    ...(read?.said ?? { name: "", email: "", phone: "" }),
    record: record && { userId: record.userId, name: nameOf(record) },
    why: [...why],
    fills: fills.map((field) => FIELD_LABELS[field]),
  };
}
