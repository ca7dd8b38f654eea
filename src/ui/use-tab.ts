import { useSearchParams } from "react-router";
import { useHydrated } from "#src/ui/use-hydrated.ts";

/**
 * The tab named in the URL, else the first, and a setter. Pages are the same for every query, so the tab is known only
 * after hydration.
 */
export function useTab<T extends string>(tabs: readonly { readonly id: T }[], first: T) {
  const [query, setQuery] = useSearchParams();
  const named = tabs.find(({ id }) => id === query.get("tab"))?.id ?? first;
  const choose = (tab: T, isStep: boolean) => {
    if (tab === named) return;
    const next = new URLSearchParams(query);
    if (tab === first) next.delete("tab");
    else next.set("tab", tab);
    // Arrow keys pass through tabs without history entries; only a selection adds one.
    setQuery(next, { preventScrollReset: true, replace: isStep });
  };
  return [useHydrated() ? named : first, choose] as const;
}
