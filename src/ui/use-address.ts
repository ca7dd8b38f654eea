import { useSearchParams } from "react-router";

/**
 * What the address says under these names, empty where it says nothing, and a way to change some of it: so that a reload
 * loses nothing, and a list as it is filtered can be sent to somebody. Every change replaces: Back leaves the list.
 */
export function useAddress<const N extends string>(names: readonly N[]) {
  const [query, setQuery] = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, query.get(name) ?? ""])) as Record<N, string>;
  function set(changes: Partial<Record<N, string>>): void {
    setQuery(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries<string | undefined>(changes)) {
          if (value === undefined || value === "") next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  return [values, set] as const;
}
