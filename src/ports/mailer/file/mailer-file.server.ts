import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { type MailerPort, oneRecipient } from "#src/ports/mailer/port.ts";

const BASE64_PART = /^content-transfer-encoding: base64\r\n(?:.+\r\n)*\r\n((?:[A-Za-z0-9+/=]+\r\n?)+)/gim;

/** A mail's raw text, and its decoded text (quoted-printable and base64). */
function readable(raw: string): string {
  const bytes = raw
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  const parts = [...raw.matchAll(BASE64_PART)].map(([, part = ""]) => Buffer.from(part, "base64").toString("utf8"));
  return [raw, Buffer.from(bytes, "latin1").toString("utf8"), ...parts].join("\n").toLowerCase();
}

/** Writes each mail as an .eml file. Resending a mail overwrites its file. */
export function fileMailer({ folder }: { folder: string }): MailerPort {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send({ headers, to, ...mail }) {
      const { message } = await composer.sendMail({ ...mail, to: oneRecipient(to), headers: { ...headers } });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${mail.date.toISOString().replace(/[:.]/g, "-")}-${createHash("sha256").update(mail.messageId).digest("hex").slice(0, 12)}.eml`;
      // Atomic, for concurrent readers.
      const path = join(folder, name);
      const part = `${path}.part`;
      try {
        await writeFile(part, message as Buffer, { mode: 0o600 });
        await rename(part, path);
      } catch (error) {
        await rm(part, { force: true }).catch(() => undefined);
        throw error;
      }
    },

    async forget(words) {
      const wanted = words.filter((word) => word !== "").map((word) => word.toLowerCase());
      const files = await readdir(folder).catch(() => []);
      for (const file of wanted.length > 0 ? files : []) {
        const path = join(folder, file);
        // It may have been deleted meanwhile.
        const text = readable(await readFile(path, "utf8").catch(() => ""));
        if (wanted.some((word) => text.includes(word))) await rm(path, { force: true });
      }
    },
  };
}
