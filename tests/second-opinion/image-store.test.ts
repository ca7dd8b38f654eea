import { expect, test } from "vitest";
import { StoreUnavailable } from "#src/ports/image-store/port.ts";
import { s3ImageStore } from "#src/ports/image-store/s3/image-store-s3.server.ts";
import { OutsideHealth } from "#src/shared/outside.ts";
import { startS3Emulator } from "#tests/support/emulators.ts";
import { BYTES, describeImageStore, name, read } from "#tests/support/image-store.ts";

// A second opinion: the strict bucket of our own tests was written by the adapter's author. `s3rver` was not. It
// does not check signatures (a guessed secret and another region are fine with it), so that is left to ours.

const BUCKET = { bucket: "pictures", region: "us-east-1", publicUrl: undefined };
const health = new OutsideHealth(() => new Date());
const open = async (more = {}) =>
  s3ImageStore({ ...BUCKET, ...(await startS3Emulator(BUCKET.bucket)), ...more }, { health });

describeImageStore("a bucket that somebody else wrote", open);

test.each([
  ["a key that it does not know", { accessKeyId: "stranger" }, /InvalidAccessKeyId/],
  ["another bucket", { bucket: "elsewhere" }, /NoSuchBucket/],
])("%s is refused there as by our own", async (_what, more, words) => {
  const store = await open(more);
  for (const call of [() => store.put(name("a"), BYTES, "image/webp"), () => read(store, name("a"))]) {
    const fault = await call().catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(StoreUnavailable);
    expect(String(fault)).toMatch(words);
  }
});
