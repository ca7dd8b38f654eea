import { stringify } from "csv-stringify/sync";
import type { App } from "#src/context/app.ts";
import { signedDecimalOf } from "#src/shared/money.ts";

// Without a BOM, spreadsheets assume an older encoding.
const BYTE_ORDER_MARK = "\uFEFF";

/** A file column: the row's key and the column heading. */
export type FileColumn = { readonly key: string; readonly header: string };

/** An amount of money, which spreadsheets read as a number even if negative. */
export type AmountCell = { readonly cents: number };

const isAmount = (cell: object): cell is AmountCell => "cents" in cell && typeof cell.cents === "number";

/** Formats rows as RFC 4180 CSV. Escapes text that a spreadsheet would run as a formula. */
function csvOf(columns: readonly FileColumn[], rows: readonly object[], isFirst: boolean): string {
  return stringify([...rows], {
    columns: [...columns],
    header: isFirst,
    record_delimiter: "windows",
    // The library quotes only \r\n, but spreadsheets end a row at either character.
    quoted_match: /[\r\n]/,
    escape_formulas: true,
    cast: {
      // Other objects stay JSON, the library's default.
      object: (cell) =>
        isAmount(cell) ? { value: signedDecimalOf(cell.cents), escape_formulas: false } : JSON.stringify(cell),
    },
  });
}

/**
 * Streams chunks of rows as a CSV file, reading the next chunk when the client has consumed the last. Only the first
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
          // The headers are already sent, so an error can only truncate the file.
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
