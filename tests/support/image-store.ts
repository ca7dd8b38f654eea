import { describe, expect, test } from "vitest";
import { type ImageStorePort, isStoredName } from "#src/ports/image-store/port.ts";

/** The name of a stored picture, made of a digit. */
export const name = (digit: string, rest = "-320x200-aabbcc-240.webp") => `up-${digit.repeat(32)}${rest}`;
export const BYTES = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251);

export async function read(store: ImageStorePort, of: string, range?: { from: number; to: number }) {
  const found = await store.get(of, range);
  if (!found) return null;
  const bytes = new Uint8Array(await new Response(found.body).arrayBuffer());
  expect(bytes.length).toBe(found.size);
  return bytes;
}

/** What every store of pictures must do. `open` gives an empty one. */
export function describeImageStore(where: string, open: () => Promise<ImageStorePort>): void {
  describe(`pictures on ${where}`, () => {
    test("what is put is given back, whole or in part, and is gone when deleted", async () => {
      const store = await open();
      await store.put(name("a"), BYTES, "image/webp");
      await store.put(name("b", "-640x360.mp4"), BYTES.slice(0, 10), "video/mp4");
      expect(await read(store, name("a"))).toEqual(BYTES);
      expect(await read(store, name("a"), { from: 100, to: 199 })).toEqual(BYTES.slice(100, 200));
      expect(await read(store, name("b", "-640x360.mp4"))).toEqual(BYTES.slice(0, 10));
      await store.delete([name("a"), name("c")]);
      expect(await read(store, name("a"))).toBeNull();
      expect(await read(store, name("b", "-640x360.mp4"))).toEqual(BYTES.slice(0, 10));
    });

    test("the same name again is fine; many at once are each whole", async () => {
      const store = await open();
      const digits = "0123456789abcdef".split("");
      await Promise.all(
        digits.flatMap((digit, index) => [0, 1].map(() => store.put(name(digit), BYTES.slice(index), "image/webp"))),
      );
      for (const [index, digit] of digits.entries()) expect(await read(store, name(digit))).toEqual(BYTES.slice(index));
    });

    test("names are listed in their order, a page at a time", async () => {
      const store = await open();
      expect(await store.list("", 10)).toEqual([]);
      const names = ["d", "3", "a", "0", "f"].map((digit) => name(digit));
      for (const each of names) await store.put(each, BYTES.slice(0, 5), "image/webp");
      const first = await store.list("", 2);
      const second = await store.list(first.at(-1)?.name ?? "", 10);
      expect([...first, ...second].map((each) => each.name)).toEqual(names.toSorted());
      expect(Math.abs(Date.now() - (first[0]?.storedAt.getTime() ?? 0))).toBeLessThan(60_000);
    });

    test("a name that is not of ours is nowhere, and cannot be written", async () => {
      const store = await open();
      for (const odd of [
        "../../etc/passwd",
        "",
        "up-",
        `${name("a")}/../x`,
        "up-é",
        name("a", "-1.webp\n"),
        name("a", "/x"),
      ]) {
        expect(isStoredName(odd)).toBe(false);
        expect(await store.get(odd)).toBeNull();
        await expect(store.put(odd, BYTES, "image/webp")).rejects.toThrow(/no name of a stored picture/);
      }
    });
  });
}
