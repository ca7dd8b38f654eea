import type { App } from "#src/context/app.ts";
import type { MailContent } from "#src/mail/message.server.ts";

/**
 * `urgent`: mails that people wait for, such as codes. Each lane has its own senders, so announcements delay no other
 * mail.
 */
export type MailLane = "urgent" | "normal" | "announcements";

declare const owed: unique symbol;
/** A mail to queue in the current transaction. Only {@link MailKind} creates one, so every mail has a renderer. */
export type OwedMail = {
  readonly kind: string;
  /** Deduplication key: a second mail with the same key is not queued. */
  readonly key: string;
  /** Lower case. */
  readonly email: string;
  readonly data: object;
  readonly [owed]: true;
};

/** Renders a mail from current data; null if it is no longer needed. */
type Renderer<Data> = (app: App, data: Data) => Promise<MailContent | null>;

/** The data that senders pass: the outbox adds the address. */
export type SentData<Data> = Omit<Data, "email">;

/** A kind of mail: queues it and renders it. `Data` is what the outbox stores for the renderer. */
export type MailKind<Data> = {
  readonly name: string;
  readonly lane: MailLane;
  /** Creates a mail to queue. `key` is unique within the kind. */
  readonly owed: (key: string, email: string, data: SentData<Data>) => OwedMail;
  /** Renders the stored data. */
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
