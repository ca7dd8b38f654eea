export type Mail = {
  /** `Name <address>` */
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The Message-ID, the same for every attempt, so that duplicates are recognizable. */
  readonly messageId: string;
  readonly date: Date;
};

/** As an object: the library would split text at commas or brackets into several recipients. */
export const oneRecipient = (address: string) => ({ name: "", address });

/** Permanent failure: do not retry. */
export class MailRefused extends Error {
  override name = "MailRefused";
}

/** Temporary failure: retry later. */
export class MailerAway extends Error {
  override name = "MailerAway";
}

/** Sends mails. Throws {@link MailRefused} for a permanent failure, anything else for a temporary one. */
export type MailerPort = {
  send(mail: Mail): Promise<void>;
  /** Deletes stored copies of mails that contain one of these words. Delivered mails are out of reach. */
  forget(words: readonly string[]): Promise<void>;
};
