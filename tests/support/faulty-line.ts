import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** What a line may do: let nobody in, or swallow everything and tell of no error. */
type Fault = "refused" | "silent";

/** A line to a server on this machine that can be made to fail. */
export type FaultyLine = {
  readonly port: number;
  /** Cuts what is under way when it is refused; null: everything passes again. */
  fail(fault: Fault | null): Promise<void>;
  close(): Promise<void>;
};

/** Stands in front of a server that listens on a Unix socket. */
export async function startFaultyLine(socketPath: string): Promise<FaultyLine> {
  const open = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(socketPath);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on("data", (chunk) => void (isSilent || to.write(chunk)));
      // An end is told of by a packet too, which a silent line swallows.
      from.on("end", () => void (isSilent || to.end()));
      from.on("error", () => to.destroy());
      from.on("close", () => {
        open.delete(from);
        if (!isSilent) to.destroy();
      });
    }
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const hangUp = async () => {
    const closed = server.listening ? once(server, "close") : undefined;
    server.close();
    for (const socket of open) socket.destroy();
    await closed;
  };
  const port = await listen(0);
  return {
    port,
    async fail(fault) {
      isSilent = fault === "silent";
      if (fault === "refused") await hangUp();
      else if (!server.listening) await listen(port);
    },
    close: hangUp,
  };
}
