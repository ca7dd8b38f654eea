// Request and response over the IPC channel between a process and its fork.

/** The channel to the parent, or to a forked child. */
export type Channel = {
  send(message: object): unknown;
  on(event: "message", hear: (message: unknown) => void): unknown;
};

/** Request name → handler. Responses are text. */
type Answers = Readonly<Record<string, () => Promise<string>>>;
type Message = { readonly id: number } & ({ readonly question: string } | { readonly answer: string | null });

export type Peer = {
  /** Rejects if the peer fails or times out. */
  ask(question: string, patienceMs?: number): Promise<string>;
};

const PATIENCE_MS = 3_000;

/** Starts serving the peer's requests; returns a function that sends requests to it. */
export function meetPeer(channel: Channel, answers: Answers): Peer {
  const waiting = new Map<number, (answer: string | null) => void>();
  let asked = 0;

  async function answer(id: number, question: string): Promise<void> {
    const text = await answers[question]?.().catch(() => null);
    channel.send({ id, answer: text ?? null });
  }

  channel.on("message", (received) => {
    const message = received as Message;
    // If the peer has exited, there is nobody to respond to.
    if ("question" in message) answer(message.id, message.question).catch(() => undefined);
    else waiting.get(message.id)?.(message.answer);
  });

  return {
    ask: (question, patienceMs = PATIENCE_MS) =>
      new Promise((resolve, reject) => {
        asked += 1;
        const id = asked;
        const give = (text: string | null) => {
          clearTimeout(timer);
          waiting.delete(id);
          if (text === null) reject(new Error(`Another process of the site did not say: ${question}`));
          else resolve(text);
        };
        const timer = setTimeout(() => give(null), patienceMs).unref();
        waiting.set(id, give);
        channel.send({ id, question });
      }),
  };
}
