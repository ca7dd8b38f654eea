/**
 * A UUID of version 7: unique, and sorted by the time it was made, so that "newest first" is an index scan.
 * `randomUUID` gives the random bits in server and browser alike.
 */
export function uuidv7(nowMilliseconds: number): string {
  return `${uuidv7Start(nowMilliseconds)}${crypto.randomUUID().slice(UUIDV7_START_LENGTH)}`;
}

/** How much of a {@link uuidv7} its time decides; the rest is as random as that of any UUID. */
export const UUIDV7_START_LENGTH = 15;

/** The part of a {@link uuidv7} that its time decides: for statements that make the rest for many rows at once. */
export function uuidv7Start(nowMilliseconds: number): string {
  const time = Math.trunc(nowMilliseconds).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7`;
}

/** A random UUID, in a browser that came by plain http too. */
export function randomUuid(): string {
  // `randomUUID` exists only on https and localhost; a phone on the same network may come by plain http.
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
