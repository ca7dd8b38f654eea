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
    // Being hung up on is what the tests wait for.
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
    if (!this.socket.closed) await once(this.socket, "close");
    return [...this.#heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  }
}
