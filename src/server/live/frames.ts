const encoder = new TextEncoder();

type Frame = {
  readonly event: string;
  readonly data: unknown;
  /** What the client names when it comes back after a broken line. */
  readonly id?: number;
};

/** One server-sent event as bytes. JSON has no line breaks, so that one line holds all of it. */
export function frame({ event, data, id }: Frame): Uint8Array {
  const place = id === undefined ? "" : `id: ${id}\n`;
  return encoder.encode(`event: ${event}\n${place}data: ${JSON.stringify(data)}\n\n`);
}

/** A comment, which clients skip: it keeps proxies from taking a silent line for a dead one. */
export const HEARTBEAT = encoder.encode(": still here\n\n");
