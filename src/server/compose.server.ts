import { join } from "node:path";
import { pino } from "pino";
import type { Config } from "#src/config.server.ts";
import type { App, Clock } from "#src/context/app.ts";
import { connect } from "#src/db/connect.server.ts";
import { identityMail } from "#src/features/identity/mails.server.ts";
import { enqueueMails } from "#src/mail/outbox.server.ts";
import { localChats } from "#src/ports/chat-provider/local/chat-local.server.ts";
import { localIdentity } from "#src/ports/identity/local/identity-local.server.ts";
import { diskImageStore } from "#src/ports/image-store/disk/image-store-disk.server.ts";
import { s3ImageStore } from "#src/ports/image-store/s3/image-store-s3.server.ts";
import { fileMailer } from "#src/ports/mailer/file/mailer-file.server.ts";
import { smtpMailer } from "#src/ports/mailer/smtp/mailer-smtp.server.ts";

/** The clock of the machine, or one that was set to NOW at the start and goes on from there. */
function makeClock(now: Date | undefined): Clock {
  if (now === undefined) return { now: () => new Date() };
  const ahead = now.getTime() - Date.now();
  return { now: () => new Date(Date.now() + ahead) };
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
  const identity = localIdentity({
    db,
    issuer: publicUrl,
    now,
    idTokenSeconds: config.idTokenSeconds,
    sendMail: (tx, mail) => enqueueMails(tx, [identityMail(mail)], now()),
  });
  const smtp = config.smtpUrl === undefined ? undefined : smtpMailer({ url: config.smtpUrl });
  const mailer = smtp ?? fileMailer({ folder: join(config.dataDir, "mail") });
  const chatProvider = localChats({ db, now });
  const images = config.s3 ? s3ImageStore(config.s3) : diskImageStore({ folder: join(config.dataDir, "images") });
  return {
    app: { config, publicUrl, db, identity, mailer, chatProvider, images, clock, log },
    async close() {
      smtp?.close();
      await pool.end();
      log.flush();
    },
  };
}
