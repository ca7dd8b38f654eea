import type { Logger } from "pino";
import type { Config } from "#src/config.server.ts";
import type { Db } from "#src/db/connect.server.ts";
import type { BitcoinCashPort } from "#src/ports/bitcoin-cash/port.ts";
import type { CardPaymentsPort } from "#src/ports/card-payments/port.ts";
import type { ChatProviderPort } from "#src/ports/chat-provider/port.ts";
import type { DeviceTokens, IdentityPort, IdTokens } from "#src/ports/identity/port.ts";
import type { ImageStorePort } from "#src/ports/image-store/port.ts";
import type { OpenIdPort } from "#src/ports/openid/port.ts";
import type { MailerPort } from "#src/ports/mailer/port.ts";
import type { SecretsPort } from "#src/ports/secrets/port.ts";
import type { OutsideHealth } from "#src/shared/outside.ts";

/** The one place that knows what time it is. */
export type Clock = { now(): Date };

/** Everything a feature may use of the world. Made once by `server/compose.server.ts`. */
export type App = {
  readonly config: Config;
  /** What links, mails and calendars carry; without a trailing slash. */
  readonly publicUrl: string;
  readonly db: Db;
  readonly identity: IdentityPort;
  /** Signs and verifies the id tokens of every session. */
  readonly idTokens: IdTokens;
  readonly deviceTokens: DeviceTokens;
  /** Null where nobody can sign in with an account elsewhere. */
  readonly openid: OpenIdPort | null;
  /** Encrypts with a key that is not in the database. */
  readonly secrets: SecretsPort;
  readonly mailer: MailerPort;
  readonly chatProvider: ChatProviderPort;
  /** Null where there is no way to pay by card. */
  readonly cardPayments: CardPaymentsPort | null;
  readonly bitcoinCash: BitcoinCashPort | null;
  /** The bytes of uploads. */
  readonly images: ImageStorePort;
  /** Which services elsewhere are away. */
  readonly outside: OutsideHealth;
  readonly clock: Clock;
  readonly log: Logger;
};
