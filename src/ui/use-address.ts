import { useSearchParams } from "react-router";

/**
 * State in the query string: survives reloads and can be shared as a link. Every change replaces the history entry, so
 * Back leaves the list.
 */
export function useAddress<const N extends string>(names: readonly N[]) {
  const [query, setQuery] = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, query.get(name) ?? ""])) as Record<N, string>;
  function set(changes: Partial<Record<N, string>>): void {
    // From the URL, not from the last render: a second change before the next render must keep the first.
    const next = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries<string | undefined>(changes)) {
      if (value === undefined || value === "") next.delete(name);
      else next.set(name, value);
    }
    setQuery(next, { replace: true, preventScrollReset: true });
  }
  return [values, set] as const;
}
