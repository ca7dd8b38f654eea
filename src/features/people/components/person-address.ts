/** The URL of a person's page in the console; `query` is the list's filters, for its back link. */
export function personAt(userId: string, query?: URLSearchParams): string {
  const address = new URLSearchParams(query);
  address.set("tab", "apps");
  address.set("app", "users");
  address.set("person", userId);
  return `?${address}`;
}
