import { join } from "node:path";
import { pino } from "pino";
import type { Config } from "#src/config.server.ts";
import type { App, Clock } from "#src/context/app.ts";
import { connect } from "#src/db/connect.server.ts";
import { recordJoinRequest } from "#src/features/admin/commands/join-requests.server.ts";
import { identityMail } from "#src/features/identity/mails.server.ts";
import { enqueueMails } from "#src/mail/outbox.server.ts";
import { groupMeChats } from "#src/ports/chat-provider/groupme/chat-groupme.server.ts";
import { localChats } from "#src/ports/chat-provider/local/chat-local.server.ts";
import type { AskedToJoin, ChatProviderPort } from "#src/ports/chat-provider/port.ts";
import { cognitoIdentity } from "#src/ports/identity/cognito/identity-cognito.server.ts";
import { localIdentity } from "#src/ports/identity/local/identity-local.server.ts";
import type { IdentityPort } from "#src/ports/identity/port.ts";
import { fileMailer } from "#src/ports/mailer/file/mailer-file.server.ts";
import { smtpMailer } from "#src/ports/mailer/smtp/mailer-smtp.server.ts";
import { OutsideHealth } from "#src/shared/outside.ts";

/** The clock of the machine, or one that was set to NOW at the start and goes on from there. */
function makeClock(now: Date | undefined): Clock {
  if (now === undefined) return { now: () => new Date() };
  const ahead = now.getTime() - Date.now();
  return { now: () => new Date(Date.now() + ahead) };
}

type Parts = Pick<App, "config" | "publicUrl" | "db" | "outside" | "log"> & { readonly now: () => Date };

function composeIdentity({ config, publicUrl, db, outside, now, log }: Parts): IdentityPort {
  if (config.identity.kind === "cognito") return cognitoIdentity({ ...config.identity, db, now, log, health: outside });
  return localIdentity({
    db,
    issuer: publicUrl,
    now,
    idTokenSeconds: config.idTokenSeconds,
    sendMail: (tx, mail) => enqueueMails(tx, [identityMail(mail)], now()),
  });
}

function composeChats({ config, db, outside, now, log }: Parts): ChatProviderPort {
  if (config.chat.kind === "local") return localChats({ db, now });
  const recordRequest = (asked: AskedToJoin) => recordJoinRequest(db, asked);
  return groupMeChats({ ...config.chat, db, now, log, health: outside, recordRequest });
}

/** Makes the app from its settings. THE ONLY FILE THAT CHOOSES ADAPTERS. */
export function compose(
  config: Config,
  connectionString: string,
  publicUrl: string,
): { app: App; close: () => Promise<void> } {
  const log = pino(
    { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    // Lines are written together; the rest goes out when the process ends.
    pino.destination({ fd: 1, sync: false, minLength: 4096, periodicFlush: 500 }),
  );
  const { pool, db } = connect(connectionString, log);
  const clock = makeClock(config.now);
  const now = () => clock.now();
  const outside = new OutsideHealth(now);
  const parts = { config, publicUrl, db, outside, now, log };
  const identity = composeIdentity(parts);
  const smtp = config.smtpUrl === undefined ? undefined : smtpMailer({ url: config.smtpUrl });
  const mailer = smtp ?? fileMailer({ folder: join(config.dataDir, "mail") });
  const chatProvider = composeChats(parts);
  return {
    app: { config, publicUrl, db, identity, mailer, chatProvider, outside, clock, log },
    async close() {
      smtp?.close();
      identity.close();
      await chatProvider.stop();
      await pool.end();
      log.flush();
    },
  };
}
