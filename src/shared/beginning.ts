/** The first `length` UTF-16 units of a text; one fewer where an emoji would be cut in half, which is no text. */
export const beginningOf = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
