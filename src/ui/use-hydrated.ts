import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and during the first browser render, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
