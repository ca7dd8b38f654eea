/** A mail as it leaves the house. */
export type Mail = {
  /** `Name <address>` */
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The same for every try of one mail, so that a second copy can be told from a second mail. */
  readonly messageId: string;
  readonly date: Date;
};

/** The recipient as the library takes it whole: of text it would make a list, wherever there is a comma or a bracket. */
export const oneRecipient = (address: string) => ({ name: "", address });

/** The other side will never take this mail: trying again is of no use. */
export class MailRefused extends Error {
  override name = "MailRefused";
}

/** The other side could not take this mail now: worth trying again. */
export class MailerAway extends Error {
  override name = "MailerAway";
}

/** Who carries mails. Throws {@link MailRefused} for good, anything else for now. */
export type MailerPort = {
  send(mail: Mail): Promise<void>;
  /** Deletes the copies that it keeps of mails in which one of these words stands. What was delivered is its reader's. */
  forget(words: readonly string[]): Promise<void>;
};
