/** `Shirt size` → `shirt size`, for mid-sentence. Leaves leading abbreviations. */
export const lowerFirst = (label: string) =>
  /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;

/** `join_received` → `Join received`, for kinds of mails and forms. */
export const kindWords = (name: string) => {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase()
    .replace(/\bcancelled\b/, "canceled")
    .replace(/\brsvp\b/, "RSVP");
  return words.charAt(0).toUpperCase() + words.slice(1);
};
