/** The page of a person in the console; `query`: the list's filters, to which its link back leads. */
export function personAt(userId: string, query?: URLSearchParams): string {
  const address = new URLSearchParams(query);
  address.set("tab", "apps");
  address.set("app", "users");
  address.set("person", userId);
  return `?${address}`;
}
