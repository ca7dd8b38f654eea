import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { SMTPServer } from "smtp-server";

/** What a mail server may do instead of taking a mail, by the names that `faulty-service.ts` gives to the same of others. */
export const MAIL_FAULTS = ["refused", "silent", "drip", "reset", "429", "500", "garbage", "html"] as const;
type MailFault = (typeof MAIL_FAULTS)[number] | "redirect" | "echo";

/** A mail server behind a door that can be made to stick. */
export type FaultyMailServer = {
  readonly port: number;
  /** Null: everything passes. */
  fault: MailFault | null;
  /** The recipients of accepted mails. */
  readonly taken: readonly string[];
  /** How many connections came to the server that a redirect names. */
  readonly strays: () => number;
  close(): Promise<void>;
};

const SAID_AT_ONCE: Partial<Record<MailFault, string>> = {
  "429": "421 4.7.0 Too many connections, try again later\r\n",
  "500": "554 5.3.2 No service here today\r\n",
  garbage: "\0\u0001 beach\r\n",
  html: "HTTP/1.1 502 Bad Gateway\r\ncontent-type: text/html\r\n\r\n<html><h1>Bad Gateway</h1></html>\r\n",
};

/** Answers some commands until something goes wrong: `answers` is asked for each line that is sent. */
function converse(socket: Socket, answers: (line: string) => string | null): void {
  socket.write("220 beach ESMTP\r\n");
  socket.on("data", (chunk) => {
    for (const line of chunk.toString().split("\r\n").filter(Boolean)) {
      const answer = answers(line);
      if (answer === null) return void socket.destroy();
      socket.write(answer);
    }
  });
}

function misbehave(socket: Socket, fault: MailFault, elsewhere: string): void {
  const atOnce = SAID_AT_ONCE[fault];
  if (fault === "refused") socket.destroy();
  else if (atOnce !== undefined) socket.end(atOnce);
  else if (fault === "drip") {
    // An answer that never ends, and never pauses.
    const drip = setInterval(() => socket.write("250-still thinking\r\n"), 20);
    socket.on("close", () => clearInterval(drip));
    socket.write("220 beach ESMTP\r\n");
  } else if (fault === "reset") {
    // In the middle of the mail.
    converse(socket, (line) =>
      line.startsWith("DATA") ? "354 go on\r\n" : line.startsWith("From:") ? null : "250 ok\r\n",
    );
  } else if (fault === "redirect")
    converse(socket, (line) =>
      line.startsWith("RCPT") ? `551 5.1.6 User not local; please try <ana@${elsewhere}>\r\n` : "250 ok\r\n",
    );
  else if (fault === "echo")
    converse(socket, (line) =>
      line.startsWith("EHLO") ? "250-beach\r\n250 AUTH PLAIN\r\n" : `535 5.7.8 not you: ${line}\r\n`,
    );
}

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Starts a real SMTP server, and the door in front of it. */
export async function startFaultyMailServer(): Promise<FaultyMailServer> {
  const taken: string[] = [];
  const sockets = new Set<Socket>();
  let strays = 0;
  let fault: MailFault | null = null;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, { envelope }, done) => {
      stream.on("end", () => {
        taken.push(...envelope.rcptTo.map(({ address }) => address));
        done();
      });
      stream.resume();
    },
  });
  smtp.on("error", () => undefined);
  const stray = createServer((socket) => {
    strays += 1;
    socket.destroy();
  });
  const [real, elsewhere] = await Promise.all([listen(smtp.server), listen(stray)]);
  const door = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    if (fault !== null) return misbehave(socket, fault, `127.0.0.1:${elsewhere}`);
    const passed = connect(real, "127.0.0.1").on("error", () => socket.destroy());
    socket.pipe(passed).pipe(socket);
  });
  return {
    port: await listen(door),
    get fault() {
      return fault;
    },
    set fault(next) {
      fault = next;
    },
    taken,
    strays: () => strays,
    async close() {
      for (const socket of sockets) socket.destroy();
      for (const server of [door, stray]) server.close();
      await new Promise<void>((done) => {
        smtp.close(done);
      });
    },
  };
}
