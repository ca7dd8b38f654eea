/** Photos of one event. */
export const MOST_PHOTOS = 200;

/** Photos in a wished order: those it does not name (somebody added them meanwhile) stay behind, in their own. */
export function inOrder(photos: readonly string[], wished: readonly string[]): string[] {
  const named = [...new Set(wished)].filter((key) => photos.includes(key));
  return [...named, ...photos.filter((key) => !named.includes(key))];
}
