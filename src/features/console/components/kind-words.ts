/** `Shirt size` → `shirt size`, for the middle of a sentence. A label that begins with an abbreviation stays. */
export const lowerFirst = (label: string) =>
  /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;

/** `join_received` → `Join received`: what a mail is about, or which form something came by. */
export const kindWords = (name: string) => {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase()
    .replace(/\bcancelled\b/, "canceled")
    .replace(/\brsvp\b/, "RSVP");
  return words.charAt(0).toUpperCase() + words.slice(1);
};
