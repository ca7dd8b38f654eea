/** The first `length` UTF-16 units of a text, or one fewer so that no emoji is cut in half. */
export const beginningOf = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
