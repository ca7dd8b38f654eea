import { CsvError, parse } from "csv-parse/sync";
import {
  CSV_EMPTY,
  CSV_NO_COLUMNS,
  CSV_NOT_TEXT,
  CSV_TOO_MANY_ROWS,
  csvDoubleColumn,
  csvFault,
  csvReadAs,
  csvUnknownColumns,
} from "#src/features/people/messages/csv.ts";
import { FIELD_LABELS } from "#src/features/people/messages.ts";
import { MOST_ROWS } from "#src/features/people/schema/csv.ts";
import { USER_FIELDS, type UserField } from "#src/features/people/schema/users.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

// A table of people as somebody's spreadsheet wrote it, as rows of text by field.

type Column = UserField | "name" | "userId";
export type CsvRow = {
  readonly line: number;
  readonly values: Partial<Record<Column, string>>;
  /** How many cells there are, where that is not the number of columns. */
  readonly cells: number | null;
};
export type CsvTable = { readonly rows: CsvRow[]; readonly columns: number; readonly notes: string[] };

/** What others call the columns. */
const ALIASES: Readonly<Record<string, Column>> = {
  first: "firstName",
  givenname: "firstName",
  last: "lastName",
  surname: "lastName",
  familyname: "lastName",
  fullname: "name",
  mail: "email",
  emailaddress: "email",
  mobile: "phone",
  cell: "phone",
  telephone: "phone",
  phonenumber: "phone",
  phone2: "zphone2",
  sex: "zsex",
  gender: "zsex",
  size: "shirtsize",
  groupmeid: "groupMeUserId",
  interests: "reInterestedInEvents",
  referral: "referredBy",
  id: "userId",
};
// What an export tells and nobody can set.
const TOLD_ONLY = new Set(["dateadded", "createdat", "updatedat"]);

const plain = (heading: string) => heading.toLowerCase().replace(/[^a-z0-9]/g, "");
const COLUMNS: ReadonlyMap<string, Column> = new Map([
  ...Object.entries(ALIASES),
  ...USER_FIELDS.flatMap((field): [string, Column][] => [
    [plain(field), field],
    [plain(FIELD_LABELS[field]), field],
  ]),
  ["name", "name"],
  ["userid", "userId"],
]);

type Decoded = { readonly text: string; readonly note: string | null };

function decodeAs(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The text of a file: UTF-8, the two-byte text of spreadsheets by its mark, else what older ones write. */
function decode(bytes: Uint8Array): Result<Decoded> {
  const [a, b] = bytes;
  const marked = a === 0xff && b === 0xfe ? "utf-16le" : a === 0xfe && b === 0xff ? "utf-16be" : null;
  const text = decodeAs(bytes, marked ?? "utf-8");
  const read = text ?? (marked === null ? decodeAs(bytes, "windows-1252") : null);
  // A picture or a workbook is no text in any of them.
  if (read === null || read.includes("\0")) return fail("invalid", CSV_NOT_TEXT);
  return ok({ text: read, note: text === null ? csvReadAs("Windows-1252") : null });
}

/** What stands between the cells: whatever the first line has most of, outside quotation marks. */
function delimiterOf(text: string): string {
  let isQuoted = false;
  const counts = new Map([",", ";", "\t"].map((sign) => [sign, 0]));
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (sign === "\n" || sign === "\r")) break;
    else if (!isQuoted && counts.has(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  return [...counts].toSorted(([, x], [, y]) => y - x)[0]?.[0] ?? ",";
}

type Parsed = { readonly record: string[]; readonly info: { readonly lines: number } };

function parseText(text: string): Result<Parsed[]> {
  try {
    return ok(
      parse(text, {
        bom: true,
        delimiter: delimiterOf(text),
        info: true,
        // Each row is told what is odd about it, instead of the file being refused for one.
        relax_column_count: true,
        // 5'10" is a height, and no quotation.
        relax_quotes: true,
        skip_records_with_empty_values: true,
        trim: true,
        to: MOST_ROWS + 2,
      }) as unknown as Parsed[],
    );
  } catch (error) {
    if (error instanceof CsvError) return fail("invalid", csvFault(Number(error["lines"] ?? 0)));
    throw error;
  }
}

/** The fields of the columns, in their order; null for a column that is not read. */
function readHeadings(headings: readonly string[]): Result<{ columns: (Column | null)[]; unknown: string[] }> {
  const columns = headings.map((heading) => COLUMNS.get(plain(heading)) ?? null);
  const known = columns.filter((column) => column !== null);
  if (known.length === 0) return fail("invalid", CSV_NO_COLUMNS);
  const double = known.find((column, at) => known.indexOf(column) !== at);
  const named = (column: Column) => headings.filter((heading) => COLUMNS.get(plain(heading)) === column);
  if (double !== undefined) return fail("invalid", csvDoubleColumn(named(double)));
  const unknown = headings.filter((heading, at) => columns[at] === null && !TOLD_ONLY.has(plain(heading)));
  return ok({ columns, unknown: unknown.filter((heading) => heading !== "") });
}

// A formula that was made harmless, by our export or somebody's spreadsheet, is the text that it was.
const HARMLESS_FORMULA = /^'(?=[=+\-@\t\r＝＋－＠])/;

/** A table of people from the bytes of a file. Fails in words when it is none. */
export function readCsv(bytes: Uint8Array): Result<CsvTable> {
  const decoded = decode(bytes);
  if (!decoded.ok) return decoded;
  const parsed = parseText(decoded.value.text);
  if (!parsed.ok) return parsed;
  const [first, ...records] = parsed.value;
  if (!first || records.length === 0) return fail("invalid", CSV_EMPTY);
  if (records.length > MOST_ROWS) return fail("too_large", CSV_TOO_MANY_ROWS);
  const headings = readHeadings(first.record);
  if (!headings.ok) return headings;
  const { columns, unknown } = headings.value;
  const rows = records.map(({ record, info }): CsvRow => {
    const cells = columns.flatMap((column, at) =>
      column === null ? [] : [[column, (record[at] ?? "").replace(HARMLESS_FORMULA, "")] as const],
    );
    // A reader counts the line on which a row ends, and an organizer the one on which it begins.
    const line = info.lines - record.join("").split("\n").length + 1;
    return {
      line,
      values: Object.fromEntries(cells.filter(([, value]) => value !== "")),
      cells: record.length === columns.length ? null : record.length,
    };
  });
  const notes = [decoded.value.note, unknown.length > 0 ? csvUnknownColumns(unknown) : null];
  return ok({ rows, columns: columns.length, notes: notes.filter((note) => note !== null) });
}
