/** Where the bytes of uploads are kept. Names are never used twice for different bytes. */
export type ImageStorePort = {
  /** Whole or not at all; the same name with the same bytes again is fine. Throws {@link StoreUnavailable}. */
  put(name: string, bytes: Uint8Array, type: string): Promise<void>;
  /**
   * The bytes of a name, or those from `from` to `to`, both counted in; null when there are none. `size` is how many
   * will come. Throws {@link StoreUnavailable}; what breaks later breaks the stream.
   */
  get(name: string, range?: ByteRange): Promise<StoredBytes | null>;
  /** Deletes names; those that are not there are fine. Throws {@link StoreUnavailable} when any is left. */
  delete(names: readonly string[]): Promise<void>;
  /** The names behind `after` in their order, at most `limit`. Throws {@link StoreUnavailable}. */
  list(after: string, limit: number): Promise<readonly StoredName[]>;
  /** Where anybody can read a name without us; null when only we read it. */
  publicUrl(name: string): string | null;
};

export type ByteRange = { readonly from: number; readonly to: number };
type StoredBytes = { readonly body: ReadableStream<Uint8Array>; readonly size: number };
export type StoredName = { readonly name: string; readonly storedAt: Date };

/** The store cannot be reached, or did not answer as a store does. Nothing is lost: try again later. */
export class StoreUnavailable extends Error {
  override name = "StoreUnavailable";
}

const NAME = /^up-[0-9a-f]{32}[a-z0-9-]{0,60}(?:\.[a-z0-9]{3,4})?$/;

/** The only names there are: none of them can lead out of a folder, or be read as anything but itself. */
export function isStoredName(name: string): boolean {
  return NAME.test(name);
}
