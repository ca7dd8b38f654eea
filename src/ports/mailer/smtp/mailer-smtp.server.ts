import { createTransport } from "nodemailer";
import { MailerAway, type MailerPort, MailRefused, oneRecipient } from "#src/ports/mailer/port.ts";
import { isLoopback } from "#src/shared/loopback.mjs";
import { concealing, type OutsideHealth } from "#src/shared/outside.ts";

/**
 * Total timeout per mail in milliseconds; then it waits in the outbox for a retry. The outbox's lease depends on it
 * (`mail/deliver.server.ts`).
 */
const CALL_MS = 30_000;

type SmtpOptions = {
  /** `smtp(s)://user:password@host:port` */
  readonly url: string;
  readonly health: OutsideHealth;
  /** Number of concurrent connections. */
  readonly connections?: number;
  /** The provider's limit. Undefined: none. */
  readonly mailsPerSecond?: number | undefined;
  /** Overridden in tests. */
  readonly callMs?: number;
};

type SmtpError = Error & { readonly responseCode?: number; readonly command?: string };

/**
 * Whether the failure is permanent (RFC 5321, 4.2.1: 5xx). Errors before RCPT, such as a wrong password or a sender
 * that is not ours, concern our settings and can be fixed: the mail waits.
 */
function isRefusal({ responseCode = 0, command = "" }: SmtpError): boolean {
  return responseCode >= 500 && ["RCPT TO", "DATA"].includes(command);
}

/** Servers echo input, and organizers see what the outbox stores. */
function concealingLogin(url: string): (words: string) => string {
  const { username, password } = new URL(url);
  const [user, secret] = [username, password].map((part) => decodeURIComponent(part));
  return secret === "" ? concealing() : concealing(secret ?? "", `\0${user}\0${secret}`);
}

/** Sends mails over a small pool of SMTP connections. */
export function smtpMailer({
  url,
  health,
  connections = 1,
  mailsPerSecond,
  callMs = CALL_MS,
}: SmtpOptions): MailerPort & { close(): void } {
  const conceal = concealingLogin(url);
  // Requires TLS: without it, or with STARTTLS stripped by an attacker, neither the password nor a mail is sent. Local
  // servers are exempt.
  const requireTLS = !isLoopback(new URL(url).hostname);
  const transport = createTransport({
    pool: true,
    maxConnections: connections,
    url,
    requireTLS,
    ...(mailsPerSecond !== undefined && { rateLimit: mailsPerSecond, rateDelta: 1_000 }),
  });

  async function hand({ headers, to, ...mail }: Parameters<MailerPort["send"]>[0]): Promise<void> {
    const parts = { ...mail, to: oneRecipient(to), headers: { ...headers } };
    try {
      await transport.sendMail({ ...parts, signal: AbortSignal.timeout(callMs) });
    } catch (error) {
      const words = conceal(error instanceof Error ? error.message : String(error));
      if (error instanceof Error && isRefusal(error)) throw new MailRefused(`The mail server refused it: ${words}`);
      throw new MailerAway(`The mail server did not take it: ${words}`);
    }
  }

  return {
    // SMTP keeps no copies.
    forget: async () => undefined,
    send: (mail) =>
      health.watch(
        "mail",
        () => hand(mail),
        (error) => error instanceof MailerAway,
      ),
    close: () => transport.close(),
  };
}
