import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

type Refusal = { readonly code: number; readonly at: "MAIL FROM" | "RCPT TO" | "AUTH" };

/** Mails that are answered only later, as by a slow provider. */
type Hold = { readonly isHeld: (message: string) => boolean; readonly until: Promise<void> };

export type MailServer = {
  readonly url: string;
  /** Every message that was taken, as it came. */
  readonly messages: readonly string[];
  /** Mails that were held. */
  readonly waiting: number;
  close(): Promise<void>;
};

/** A real SMTP server on this machine that takes one user; or refuses as it is told. */
export async function startMailServer(refusal?: Refusal, hold?: Hold): Promise<MailServer> {
  const messages: string[] = [];
  let waiting = 0;
  const refuse = (words: string) => Object.assign(new Error(words), { responseCode: refusal?.code });
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === "sandbar" && password === "p@ss word" && refusal?.at !== "AUTH"
        ? done(null, { user: username })
        : done(refuse("Who are you?")),
    onMailFrom: (_address, _session, done) => done(refusal?.at === "MAIL FROM" ? refuse("Not your address") : null),
    onRcptTo: (_address, _session, done) => done(refusal?.at === "RCPT TO" ? refuse("No such mailbox") : null),
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const message = Buffer.concat(chunks).toString("utf8");
        const take = () => {
          messages.push(message);
          done();
        };
        if (!hold?.isHeld(message)) return take();
        waiting += 1;
        void hold.until.then(take);
      });
    },
  });
  server.on("error", () => undefined);
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://sandbar:${encodeURIComponent("p@ss word")}@127.0.0.1:${port}`,
    messages,
    get waiting() {
      return waiting;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(resolve);
      }),
  };
}
