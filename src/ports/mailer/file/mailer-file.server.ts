import { createHash } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { type MailerPort, oneRecipient } from "#src/ports/mailer/port.ts";

/** Writes each mail as an .eml file, which any mail program opens. The same mail sent twice is one file. */
export function fileMailer({ folder }: { folder: string }): MailerPort {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send({ headers, to, ...mail }) {
      const { message } = await composer.sendMail({ ...mail, to: oneRecipient(to), headers: { ...headers } });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${mail.date.toISOString().replace(/[:.]/g, "-")}-${createHash("sha256").update(mail.messageId).digest("hex").slice(0, 12)}.eml`;
      // Whole or not at all: somebody may be looking.
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
  };
}
