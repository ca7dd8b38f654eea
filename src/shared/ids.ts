/**
 * A UUIDv7: unique and time-ordered, so that "newest first" is an index scan. `randomUUID` supplies the random bits on
 * server and browser.
 */
export function uuidv7(nowMilliseconds: number): string {
  return `${uuidv7Start(nowMilliseconds)}${crypto.randomUUID().slice(UUIDV7_START_LENGTH)}`;
}

/** Length of the time part of a {@link uuidv7}; the rest is random. */
export const UUIDV7_START_LENGTH = 15;

/** The time part of a {@link uuidv7}, for SQL that generates the rest for many rows. */
export function uuidv7Start(nowMilliseconds: number): string {
  const time = Math.trunc(nowMilliseconds).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7`;
}

/** A random UUID, also on plain HTTP. */
export function randomUuid(): string {
  // `randomUUID` exists only on https and localhost; a phone on the local network may use plain http.
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
