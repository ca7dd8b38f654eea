import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A bare connection to a site, on which anything can be said. */
export class RawConnection {
  readonly socket: Socket;
  #heard = "";

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => (this.#heard += text));
    // A server that refuses may reset the connection while the request is still being written.
    socket.on("error", () => {});
  }

  static async open(url: string): Promise<RawConnection> {
    const { port } = new URL(url);
    const socket = connect(Number(port), "localhost");
    await once(socket, "connect");
    return new RawConnection(socket);
  }

  get isOver(): boolean {
    return this.socket.closed;
  }

  /** All that was answered so far. */
  get heard(): string {
    return this.#heard;
  }

  say(text: string): void {
    this.socket.write(text, "latin1");
  }

  /** The statuses of the answers when the site has hung up. */
  async statusesAtEnd(): Promise<number[]> {
    // Not `once` of node:events: it rejects on the error of a reset, and "close" follows that too.
    if (!this.socket.closed) await new Promise((done) => this.socket.once("close", done));
    return [...this.#heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  }
}
