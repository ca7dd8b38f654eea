import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";

export type ReceivedMail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The whole message as it was sent. */
  readonly raw: string;
};

/** Every mail in a folder of .eml files, oldest first, as a mail program reads it. */
export async function readMailFolder(folder: string): Promise<ReceivedMail[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith(".eml")).toSorted();
  return Promise.all(
    files.map(async (name) => {
      const raw = await readFile(join(folder, name), "utf8");
      const mail = await PostalMime.parse(raw);
      return {
        to: mail.to?.[0]?.address ?? "",
        subject: mail.subject ?? "",
        text: mail.text ?? "",
        html: mail.html ?? "",
        headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
        raw,
      };
    }),
  );
}
