/** `join_received` → `Join received`: what a mail is about, or which form something came by. */
export const kindWords = (name: string) => {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
