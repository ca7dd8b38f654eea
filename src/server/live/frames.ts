const encoder = new TextEncoder();

type Frame = {
  readonly event: string;
  readonly data: unknown;
  /** Sent back by the client as Last-Event-ID. */
  readonly id?: number;
};

/** Encodes one server-sent event. JSON has no line breaks, so one data line holds it. */
export function frame({ event, data, id }: Frame): Uint8Array {
  const place = id === undefined ? "" : `id: ${id}\n`;
  return encoder.encode(`event: ${event}\n${place}data: ${JSON.stringify(data)}\n\n`);
}

/** A comment, ignored by clients: keeps proxies from closing an idle stream. */
export const HEARTBEAT = encoder.encode(": still here\n\n");
