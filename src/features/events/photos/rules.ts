/** Limit of photos per event. */
export const MOST_PHOTOS = 200;

/** Photos in the requested order. Photos missing from it (added concurrently) follow in their own order. */
export function inOrder(photos: readonly string[], wished: readonly string[]): string[] {
  const named = [...new Set(wished)].filter((key) => photos.includes(key));
  return [...named, ...photos.filter((key) => !named.includes(key))];
}
