import { useSearchParams } from "react-router";
import { useHydrated } from "#src/ui/use-hydrated.ts";

/**
 * The tab that the address names, else the first, and how to choose another. The document is the same for every
 * address, so it is known after hydration only.
 */
export function useTab<T extends string>(tabs: readonly { readonly id: T }[], first: T) {
  const [query, setQuery] = useSearchParams();
  const named = tabs.find(({ id }) => id === query.get("tab"))?.id ?? first;
  const choose = (tab: T, isStep: boolean) => {
    if (tab === named) return;
    const next = new URLSearchParams(query);
    if (tab === first) next.delete("tab");
    else next.set("tab", tab);
    // An arrow key passes through tabs; only a choice is a step that Back goes back over.
    setQuery(next, { preventScrollReset: true, replace: isStep });
  };
  return [useHydrated() ? named : first, choose] as const;
}
