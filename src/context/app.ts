import type { Logger } from "pino";
import type { Config } from "#src/config.server.ts";
import type { LiveSettings } from "#src/config/live-config.ts";
import type { Db } from "#src/db/connect.server.ts";
import type { BitcoinCashPort } from "#src/ports/bitcoin-cash/port.ts";
import type { CardPaymentsPort } from "#src/ports/card-payments/port.ts";
import type { ChatProviderPort } from "#src/ports/chat-provider/port.ts";
import type { DeviceTokens, IdentityPort, IdTokens } from "#src/ports/identity/port.ts";
import type { ImageStorePort } from "#src/ports/image-store/port.ts";
import type { OpenIdPort } from "#src/ports/openid/port.ts";
import type { MailerPort } from "#src/ports/mailer/port.ts";
import type { PushPort } from "#src/ports/push/port.ts";
import type { SecretsPort } from "#src/ports/secrets/port.ts";
import type { OutsideHealth } from "#src/shared/outside.ts";

/** The only clock. */
export type Clock = { now(): Date };

/** The dependencies of features. Created once by `server/compose.server.ts`. */
export type App = {
  /** Group settings are live: read them at each use and never cache them. */
  readonly config: Config;
  /** The settings that organizers change in the console, as this process knows them. */
  readonly settings: LiveSettings;
  /** The base URL of links, mails and calendars; without a trailing slash. */
  readonly publicUrl: string;
  readonly db: Db;
  readonly identity: IdentityPort;
  /** Signs and verifies id tokens. */
  readonly idTokens: IdTokens;
  readonly deviceTokens: DeviceTokens;
  /** Null without an OpenID Connect provider. */
  readonly openid: OpenIdPort | null;
  /** Encrypts with a key that is not in the database. */
  readonly secrets: SecretsPort;
  readonly mailer: MailerPort;
  /** Sends notifications to browsers. */
  readonly push: PushPort;
  readonly chatProvider: ChatProviderPort;
  /** Posts to event threads, which are built in even if the group's chats are at another provider. */
  readonly threads: Pick<ChatProviderPort, "post">;
  /** Null without card payments. */
  readonly cardPayments: CardPaymentsPort | null;
  readonly bitcoinCash: BitcoinCashPort | null;
  /** Stores uploads. */
  readonly images: ImageStorePort;
  /** Tracks which outside services are down. */
  readonly outside: OutsideHealth;
  readonly clock: Clock;
  readonly log: Logger;
};
