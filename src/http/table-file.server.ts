import { stringify } from "csv-stringify/sync";
import type { App } from "#src/context/app.ts";
import { signedDecimalOf } from "#src/shared/money.ts";

// Without it, spreadsheets read the file in an older encoding.
const BYTE_ORDER_MARK = "\uFEFF";

/** A column of a file: the key of a row, and its heading. */
export type FileColumn = { readonly key: string; readonly header: string };

/** A cell with an amount of money. Spreadsheets read it as a number, also below zero. */
export type AmountCell = { readonly cents: number };

const isAmount = (cell: object): cell is AmountCell => "cents" in cell && typeof cell.cents === "number";

/** Rows as RFC 4180 has them. Text that a spreadsheet would run as a formula is marked as text. */
function csvOf(columns: readonly FileColumn[], rows: readonly object[], isFirst: boolean): string {
  return stringify([...rows], {
    columns: [...columns],
    header: isFirst,
    record_delimiter: "windows",
    // The library quotes \r\n only, but spreadsheets end a row at either one.
    quoted_match: /[\r\n]/,
    escape_formulas: true,
    cast: {
      // Lists stay JSON, as without this.
      object: (cell) =>
        isAmount(cell) ? { value: signedDecimalOf(cell.cents), escape_formulas: false } : JSON.stringify(cell),
    },
  });
}

/**
 * Streams chunks of rows as a CSV file; the next chunk is read when the client has taken the one before. Only the first
 * chunk may be empty, because a pull that enqueues nothing would stall the stream.
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
          // The headers are sent already, so the error can only cut the file off.
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
