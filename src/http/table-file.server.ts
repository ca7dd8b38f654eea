import { stringify } from "csv-stringify/sync";
import type { App } from "#src/context/app.ts";

// Spreadsheets take a file without it for something older than UTF-8.
const BYTE_ORDER_MARK = "\uFEFF";

/** A column of a file: the key of a row, and its heading. */
export type FileColumn = { readonly key: string; readonly header: string };

/** Rows as RFC 4180 has them. Text that a spreadsheet would run as a formula is marked as text. */
function csvOf(columns: readonly FileColumn[], rows: readonly object[], isFirst: boolean): string {
  return stringify([...rows], {
    columns: [...columns],
    header: isFirst,
    record_delimiter: "windows",
    // The library quotes \r\n only, but spreadsheets end a row at either one.
    quoted_match: /[\r\n]/,
    escape_formulas: true,
  });
}

/**
 * A CSV file of chunks of rows, each read when the one before was taken, and none when nobody takes it. Only the first
 * chunk may be empty: a pull that brings nothing would be the last one.
 */
export function streamTable(
  app: App,
  columns: readonly FileColumn[],
  chunks: AsyncGenerator<readonly object[]>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isFirst = true;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next();
          const rows = done ? [] : value;
          if (isFirst || rows.length > 0)
            controller.enqueue(encoder.encode((isFirst ? BYTE_ORDER_MARK : "") + csvOf(columns, rows, isFirst)));
          isFirst = false;
          if (done) controller.close();
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
