// Processes of one site ask each other over the channel that Node opens between a process and one that it has forked.

/** Of this process to the one that forked it, or to one that it forked itself. */
export type Channel = {
  send(message: object): unknown;
  on(event: "message", hear: (message: unknown) => void): unknown;
};

/** What can be asked, and who answers it. An answer is text. */
type Answers = Readonly<Record<string, () => Promise<string>>>;
type Message = { readonly id: number } & ({ readonly question: string } | { readonly answer: string | null });

export type Peer = {
  /** Rejects when the other has no answer, or gives none in time. */
  ask(question: string, patienceMs?: number): Promise<string>;
};

const PATIENCE_MS = 3_000;

/** Begins to answer the other process, and returns a way to ask it. */
export function meetPeer(channel: Channel, answers: Answers): Peer {
  const waiting = new Map<number, (answer: string | null) => void>();
  let asked = 0;

  async function answer(id: number, question: string): Promise<void> {
    const text = await answers[question]?.().catch(() => null);
    channel.send({ id, answer: text ?? null });
  }

  channel.on("message", (received) => {
    const message = received as Message;
    // Should the other be gone by now, nobody waits for it.
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
