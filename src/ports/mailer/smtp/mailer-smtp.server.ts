import { createTransport } from "nodemailer";
import { type MailerPort, MailRefused, oneRecipient } from "#src/ports/mailer/port.ts";

/** Milliseconds until a server that says nothing counts as away: the mail waits in the outbox and is tried again. */
const PATIENCE_MS = 20_000;

type SmtpError = Error & { readonly code?: string; readonly responseCode?: number; readonly command?: string };

/**
 * Whether the server will never take this mail (RFC 5321, 4.2.1: 5xx is permanent). What it says before it has heard
 * whom the mail is for, a wrong password say, is about us and can be mended: the mail waits.
 */
function isRefusal({ responseCode = 0, command = "" }: SmtpError): boolean {
  return responseCode >= 500 && ["MAIL FROM", "RCPT TO", "DATA"].includes(command);
}

/** Hands mails to an SMTP server over a few connections that are kept. `url`: smtp(s)://user:password@host:port. */
export function smtpMailer({ url }: { url: string }): MailerPort & { close(): void } {
  const transport = createTransport({
    pool: true,
    maxConnections: 3,
    url,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  });
  return {
    async send({ headers, to, ...mail }) {
      try {
        await transport.sendMail({ ...mail, to: oneRecipient(to), headers: { ...headers } });
      } catch (error) {
        if (error instanceof Error && isRefusal(error)) throw new MailRefused(error.message, { cause: error });
        throw error;
      }
    },
    close: () => transport.close(),
  };
}
