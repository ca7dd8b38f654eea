/** Stores the bytes of uploads. A name always means the same bytes. */
export type ImageStorePort = {
  /** Atomic and idempotent. Throws {@link StoreUnavailable}. */
  put(name: string, bytes: Uint8Array, type: string): Promise<void>;
  /**
   * The bytes of a name, or those from `from` to `to` (inclusive); null if missing. `size` is the length of the stream.
   * Throws {@link StoreUnavailable}; a later failure errors the stream.
   */
  get(name: string, range?: ByteRange): Promise<StoredBytes | null>;
  /** Deletes names, ignoring missing ones. Throws {@link StoreUnavailable} if any is left. */
  delete(names: readonly string[]): Promise<void>;
  /** At most `limit` names after `after`, in order. Throws {@link StoreUnavailable}. */
  list(after: string, limit: number): Promise<readonly StoredName[]>;
  /** The public URL of a name; null if the store is private. */
  publicUrl(name: string): string | null;
};

export type ByteRange = { readonly from: number; readonly to: number };
type StoredBytes = { readonly body: ReadableStream<Uint8Array>; readonly size: number };
export type StoredName = { readonly name: string; readonly storedAt: Date };

/** The store is unreachable or responded with nonsense. Retry later. */
export class StoreUnavailable extends Error {
  override name = "StoreUnavailable";
}

const NAME = /^up-[0-9a-f]{32}[a-z0-9-]{0,60}(?:\.[a-z0-9]{3,4})?$/;

/** The only valid names: none can escape a folder. */
export function isStoredName(name: string): boolean {
  return NAME.test(name);
}
