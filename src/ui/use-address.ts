import { useNavigate, useSearchParams } from "react-router";

/** The query string of a navigation still in progress. */
let underWay: string | null = null;

/**
 * State in the query string: survives reloads and can be shared as a link. Every change replaces the history entry, so
 * Back leaves the list.
 */
export function useAddress<const N extends string>(names: readonly N[]) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const values = Object.fromEntries(names.map((name) => [name, query.get(name) ?? ""])) as Record<N, string>;
  function set(changes: Partial<Record<N, string>>): void {
    // Not from the last render: a second change before the next render must keep the first.
    const next = new URLSearchParams(underWay ?? location.search);
    for (const [name, value] of Object.entries<string | undefined>(changes)) {
      if (value === undefined || value === "") next.delete(name);
      else next.set(name, value);
    }
    const asked = `?${String(next)}`;
    underWay = asked;
    const arrived = Promise.resolve(navigate(asked, { replace: true, preventScrollReset: true }));
    void arrived.finally(() => {
      if (underWay === asked) underWay = null;
    });
  }
  return [values, set] as const;
}
