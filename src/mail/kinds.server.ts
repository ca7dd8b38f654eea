import type { App } from "#src/context/app.ts";
import type { MailContent } from "#src/mail/message.server.ts";

/** Mails that people wait for; announcements, which wait for each other only; all others. Each lane has its own senders. */
export type MailLane = "urgent" | "normal" | "announcements";

declare const owed: unique symbol;
/** A mail that is owed from this transaction on. Only {@link MailKind} makes one, so each has something to compose it. */
export type OwedMail = {
  readonly kind: string;
  /** What it is about. A second mail with the same key is not queued. */
  readonly key: string;
  /** Lower case. */
  readonly email: string;
  readonly data: object;
  readonly [owed]: true;
};

/** Composes a mail from what is true now; null when there is no reason for it anymore. */
type Renderer<Data> = (app: App, data: Data) => Promise<MailContent | null>;

/** The part of its data that a mail's sender passes: the outbox adds the address. */
export type SentData<Data> = Omit<Data, "email">;

/** One kind of mail: what is owed, and what composes it. `Data` is what the outbox keeps for the renderer. */
export type MailKind<Data> = {
  readonly name: string;
  readonly lane: MailLane;
  /** A mail to queue. `key` says which of this kind it is. */
  readonly owed: (key: string, email: string, data: SentData<Data>) => OwedMail;
  /** Composes what the outbox kept. */
  readonly compose: (app: App, kept: unknown) => Promise<MailContent | null>;
};

type AnyKind = Pick<MailKind<never>, "name" | "compose" | "lane">;
export type MailKinds = Readonly<Record<string, AnyKind>>;

type DataOf<Render> = Render extends Renderer<infer Data> ? Data : never;
type KindsOf<Renderers> = { readonly [Name in keyof Renderers]: MailKind<DataOf<Renderers[Name]>> };

function mailKind<Data>(name: string, render: Renderer<Data>, lane: MailLane): MailKind<Data> {
  return {
    name,
    lane,
    owed: (key, email, data) => ({ kind: name, key: `${name}:${key}`, email, data: { ...data, email } }) as OwedMail,
    // Only `owed` and `mailsOwed` write rows of this kind, with data of this type.
    compose: (app, kept) => render(app, kept as Data),
  };
}

/**
 * The kinds of mail that these renderers compose, by name. The outbox stores the name, so renaming one strands its mails.
 * A kind is sent in the normal lane unless `lanes` says otherwise.
 */
export function mailKinds<Renderers extends Readonly<Record<string, Renderer<never>>>>(
  renderers: Renderers,
  lanes: { readonly [Name in keyof Renderers]?: MailLane } = {},
): KindsOf<Renderers> {
  const kinds = Object.entries(renderers).map(([name, render]) => [
    name,
    mailKind(name, render, lanes[name] ?? "normal"),
  ]);
  return Object.fromEntries(kinds) as KindsOf<Renderers>;
}
