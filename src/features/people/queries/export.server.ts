import { and, desc, inArray, lt, type SQL } from "drizzle-orm";
import { stringify } from "csv-stringify/sync";
import type { App } from "#src/context/app.ts";
import { users } from "#src/db/tables/users.ts";
import { isMatching } from "#src/features/people/queries/users.server.ts";
import { FIELD_LABELS } from "#src/features/people/messages.ts";
import type { ExportRequest } from "#src/features/people/schema/csv.ts";
import { USER_FIELDS } from "#src/features/people/schema/users.ts";
import { viewUser } from "#src/features/people/view.ts";

// So many people are in memory at a time, however many there are.
const ROWS_A_CHUNK = 500;
// Spreadsheets take a file without it for something older than UTF-8.
const BYTE_ORDER_MARK = "\uFEFF";

const COLUMNS = [
  { key: "userId", header: "User id" },
  ...USER_FIELDS.map((key) => ({ key, header: FIELD_LABELS[key] })),
  { key: "dateAdded", header: "Date added" },
];

/** Rows as RFC 4180 has them. Text that a spreadsheet would run as a formula is marked as text. */
function csvOf(rows: readonly object[], isFirst: boolean): string {
  return stringify([...rows], {
    columns: COLUMNS,
    header: isFirst,
    record_delimiter: "windows",
    // The library quotes \r\n only, but spreadsheets end a row at either one.
    quoted_match: /[\r\n]/,
    escape_formulas: true,
  });
}

function isExported(app: App, { userIds, filter }: ExportRequest): SQL | undefined {
  return userIds ? inArray(users.userId, userIds) : isMatching(app, filter);
}

async function* readChunks(app: App, request: ExportRequest): AsyncGenerator<string> {
  const wanted = isExported(app, request);
  let last: string | undefined;
  for (let isFirst = true; ; isFirst = false) {
    const rows = await app.db
      .select()
      .from(users)
      .where(and(wanted, last === undefined ? undefined : lt(users.userId, last)))
      .orderBy(desc(users.userId))
      .limit(ROWS_A_CHUNK);
    if (isFirst || rows.length > 0) yield (isFirst ? BYTE_ORDER_MARK : "") + csvOf(rows.map(viewUser), isFirst);
    last = rows.at(-1)?.userId;
    if (rows.length < ROWS_A_CHUNK) return;
  }
}

/** People as a table, in the order of the console: read as fast as it is taken, and no further when nobody takes it. */
export function streamUsers(app: App, request: ExportRequest): ReadableStream<Uint8Array> {
  const chunks = readChunks(app, request);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          // The head of the answer is sent already: that the file breaks off is all that can be said.
          app.log.error({ err: error }, "an export broke off");
          controller.error(error);
        }
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
