import { CsvError, parse } from "csv-parse/sync";
import { guessColumns } from "#src/features/people/commands/csv-columns.server.ts";
import {
  COLUMN_LABELS,
  CSV_COLUMNS_CHANGED,
  CSV_EMPTY,
  CSV_NO_COLUMNS,
  CSV_NOT_TEXT,
  CSV_TOO_MANY_ROWS,
  csvDoubleColumn,
  csvFault,
  csvReadAs,
} from "#src/features/people/messages/csv.ts";
import { type Column, MOST_ROWS, type ReadColumn } from "#src/features/people/schema/csv.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

// A row of a table of people, as text by field.

export type CsvRow = {
  readonly line: number;
  readonly values: Partial<Record<Column, string>>;
  /** The number of cells, if it differs from the number of columns. */
  readonly cells: number | null;
};
export type CsvTable = { readonly rows: CsvRow[]; readonly columns: ReadColumn[]; readonly notes: string[] };

type Decoded = { readonly text: string; readonly note: string | null };

function decodeAs(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Decodes a file: UTF-8, UTF-16 by its byte order mark, else a legacy encoding. */
function decode(bytes: Uint8Array): Result<Decoded> {
  const [a, b] = bytes;
  const marked = a === 0xff && b === 0xfe ? "utf-16le" : a === 0xfe && b === 0xff ? "utf-16be" : null;
  const text = decodeAs(bytes, marked ?? "utf-8");
  const read = text ?? (marked === null ? decodeAs(bytes, "windows-1252") : null);
  // NUL means a picture or workbook, not text.
  if (read === null || read.includes("\0")) return fail("invalid", CSV_NOT_TEXT);
  return ok({ text: read, note: text === null ? csvReadAs("Windows-1252") : null });
}

/** Detects the delimiter: the most frequent candidate in the first line, outside quotes. */
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

/** The first line of the next row after `line`. Empty lines are skipped. */
function nextRow(text: string, line: number): number {
  const lines = text.split("\n").slice(line);
  return line + lines.findIndex((each) => !/^[,;\s]*$/.test(each)) + 1;
}

function parseText(given: string): Result<Parsed[]> {
  // Normalizes line ends, so that a line break inside a cell counts as one line.
  const text = given.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  let lastRead = 0;
  try {
    return ok(
      parse(text, {
        delimiter: delimiterOf(text),
        info: true,
        on_record: (row, { lines }) => {
          lastRead = lines;
          return row;
        },
        // Errors are reported per row, rather than refusing the file.
        relax_column_count: true,
        // 5'10" is a height, not a quoted cell.
        relax_quotes: true,
        skip_records_with_empty_values: true,
        trim: true,
        to: MOST_ROWS + 2,
      }) as unknown as Parsed[],
    );
  } catch (error) {
    if (error instanceof CsvError) return fail("invalid", csvFault(nextRow(text, lastRead)));
    throw error;
  }
}

/** Checks the columns that an organizer chose. */
function checkColumns(
  headings: readonly string[],
  columns: readonly (Column | null)[],
): Result<readonly (Column | null)[]> {
  if (columns.length !== headings.length) return fail("conflict", CSV_COLUMNS_CHANGED);
  const double = columns.find((column, at) => column !== null && columns.indexOf(column) !== at);
  if (double === undefined || double === null) return ok(columns);
  const same = headings.filter((_, at) => columns[at] === double);
  return fail("invalid", csvDoubleColumn(same, COLUMN_LABELS[double]));
}

// Unescapes formulas that our export or a spreadsheet neutralized.
const HARMLESS_FORMULA = /^'(?=[=+\-@\t\r＝＋－＠])/;

function readRow({ record, info }: Parsed, columns: readonly (Column | null)[]): CsvRow {
  const cells = columns.flatMap((column, at) =>
    column === null ? [] : [[column, (record[at] ?? "").replace(HARMLESS_FORMULA, "")] as const],
  );
  // The parser reports the line where a row ends; organizers need the line where it begins.
  const line = info.lines - record.join("").split("\n").length + 1;
  return {
    line,
    values: Object.fromEntries(cells.filter(([, value]) => value !== "")),
    cells: record.length === columns.length ? null : record.length,
  };
}

/** Parses a table of people; fails with a message if it is not one. Guesses columns unless `said` names them. */
export function readCsv(bytes: Uint8Array, said?: readonly (Column | null)[]): Result<CsvTable> {
  const decoded = decode(bytes);
  if (!decoded.ok) return decoded;
  const parsed = parseText(decoded.value.text);
  if (!parsed.ok) return parsed;
  const [first, ...records] = parsed.value;
  if (!first || records.length === 0) return fail("invalid", CSV_EMPTY);
  if (records.length > MOST_ROWS) return fail("too_large", CSV_TOO_MANY_ROWS);
  const headings = first.record;
  const cells = records.map(({ record }) => record);
  const columns = said ? checkColumns(headings, said) : ok(guessColumns(headings, cells));
  if (!columns.ok) return columns;
  const isKnown = columns.value.some((column) => column !== null);
  const notes = [decoded.value.note, isKnown ? null : CSV_NO_COLUMNS];
  return ok({
    rows: isKnown ? records.map((row) => readRow(row, columns.value)) : [],
    columns: headings.map((heading, at) => ({
      heading,
      field: columns.value[at] ?? "",
      sample: cells.find((row) => (row[at] ?? "") !== "")?.[at]?.slice(0, 60) ?? "",
    })),
    notes: notes.filter((note) => note !== null),
  });
}
