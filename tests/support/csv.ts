import { parse } from "csv-parse/sync";
import type { Imported, ImportPreview } from "#src/features/people/schema/csv.ts";
import type { TestSite } from "#tests/support/test-site.ts";

export const EXPORT = "/api/admin/users/export";
export const IMPORT = "/api/admin/users/import";

/** The calls that take and bring tables of people, as one organizer. */
export function tablesOf(site: Pick<TestSite, "fetch" | "post">, as: string) {
  const send = (path: string, file: string | Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.set("file", new Blob([file]), "people.csv");
    return site.fetch(path, { method: "POST", body: form, as });
  };
  const preview = async (file: string | Uint8Array<ArrayBuffer>) => {
    const answer = await send(`${IMPORT}/preview`, file);
    return { status: answer.status, body: (await answer.json()) as ImportPreview & { message: string } };
  };
  const commit = async (
    file: string | Uint8Array<ArrayBuffer>,
    plan: string,
    importId: string = crypto.randomUUID(),
  ) => {
    const answer = await send(`${IMPORT}?importId=${importId}&plan=${encodeURIComponent(plan)}`, file);
    return { status: answer.status, body: (await answer.json()) as Imported & { error?: string } };
  };
  return {
    send,
    preview,
    commit,
    /** Looks, then does just that. */
    bring: async (file: string | Uint8Array<ArrayBuffer>) => commit(file, (await preview(file)).body.plan),
    /** The bytes of an export. */
    async take(body: unknown): Promise<Uint8Array<ArrayBuffer>> {
      const answer = await site.post(EXPORT, body, as);
      return new Uint8Array(await answer.arrayBuffer());
    },
  };
}

/** A table as a spreadsheet reads it: a record for each row. */
export function readTable(bytes: Uint8Array): Record<string, string>[] {
  return parse(Buffer.from(bytes), { bom: true, columns: true });
}
