import { StoreUnavailable } from "#src/ports/image-store/port.ts";

type Patience = {
  /** Maximum milliseconds between two chunks. */
  readonly silence: number;
  /** Maximum milliseconds in total. */
  readonly reading: number;
};

/**
 * Passes a stream through, and errors it on a stall, on a total timeout, or when it ends early: readers never hang and
 * never take a part for the whole.
 */
export function watched(
  stream: ReadableStream<Uint8Array>,
  size: number,
  { silence, reading }: Patience,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  const over = Date.now() + reading;
  let left = size;

  async function next(): Promise<ReadableStreamReadResult<Uint8Array>> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(new StoreUnavailable("The picture store stopped in the middle of a picture.")),
      Math.max(0, Math.min(silence, over - Date.now())),
    );
    try {
      return await Promise.race([reader.read(), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await next();
        left -= value?.byteLength ?? 0;
        if (!done) return controller.enqueue(value);
        if (left === 0) return controller.close();
        throw new StoreUnavailable("The picture store sent only a part of a picture.");
      } catch (error) {
        const isOurs = error instanceof StoreUnavailable;
        controller.error(isOurs ? error : new StoreUnavailable("The picture store hung up."));
        await reader.cancel(error).catch(() => undefined);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
