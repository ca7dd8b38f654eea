/**
 * A UUID of version 7: unique, and sorted by the time it was made, so that "newest first" is an index scan.
 * `randomUUID` gives the random bits in server and browser alike.
 */
export function uuidv7(nowMilliseconds: number): string {
  const time = Math.trunc(nowMilliseconds).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}
