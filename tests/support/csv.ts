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
  const preview = async (file: string | Uint8Array<ArrayBuffer>, columns?: readonly string[]) => {
    const query = columns ? `?columns=${encodeURIComponent(columns.join(","))}` : "";
    const answer = await send(`${IMPORT}/preview${query}`, file);
    const body = (await answer.json()) as ImportPreview & { message: string };
    return { status: answer.status, body: { ...body, plan: body.parts?.[0]?.plan ?? "" } };
  };
  const commit = async (
    file: string | Uint8Array<ArrayBuffer>,
    plan: string,
    importId: string = crypto.randomUUID(),
    more: Record<string, string> = {},
  ) => {
    const answer = await send(`${IMPORT}?${new URLSearchParams({ importId, plan, ...more })}`, file);
    return { status: answer.status, body: (await answer.json()) as Imported & { error?: string } };
  };
  return {
    send,
    preview,
    commit,
    /** Looks, then does just that with the first part. */
    bring: async (file: string | Uint8Array<ArrayBuffer>) => commit(file, (await preview(file)).body.plan),
    /** Looks, then imports some parts, one after the other. */
    async bringParts(file: string, parts: readonly number[]) {
      const { body } = await preview(file);
      const answers: Awaited<ReturnType<typeof commit>>[] = [];
      for (const part of parts)
        answers.push(
          // oxlint-disable-next-line no-await-in-loop -- parts come one after the other
          await commit(file, body.parts[part]?.plan ?? "", crypto.randomUUID(), { part: String(part) }),
        );
      return { preview: body, answers };
    },
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
