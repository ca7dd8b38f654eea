import { type Dispatch, type SetStateAction, useEffect, useState } from "react";

function read<T extends object>(key: string, initial: T): T {
  try {
    return { ...initial, ...(JSON.parse(sessionStorage.getItem(key) ?? "{}") as Partial<T>) };
  } catch {
    // Storage is blocked or holds something else: start over.
    return initial;
  }
}

/**
 * State stored in this tab until sign-out; survives a reload. Use only after hydration. @param name storage key,
 * without the prefix that sign-out clears
 */
export function useKept<T extends object>(name: string, initial: T): [T, Dispatch<SetStateAction<T>>] {
  const key = `member:admin-${name}`;
  const [value, setValue] = useState(() => read(key, initial));
  useEffect(() => {
    try {
      sessionStorage.setItem(key, JSON.stringify(value));
    } catch {
      // Storage is blocked: only a reload loses the state.
    }
  }, [key, value]);
  return [value, setValue];
}
