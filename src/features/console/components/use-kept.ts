import { type Dispatch, type SetStateAction, useEffect, useState } from "react";

function read<T extends object>(key: string, initial: T): T {
  try {
    return { ...initial, ...(JSON.parse(sessionStorage.getItem(key) ?? "{}") as Partial<T>) };
  } catch {
    // Storage that is closed, or something else under this name: begin anew.
    return initial;
  }
}

/**
 * State that outlives a reload of this tab and goes with the session. Only in what is rendered after hydration.
 * @param name of the place in the storage, without the prefix by which a sign-out finds it
 */
export function useKept<T extends object>(name: string, initial: T): [T, Dispatch<SetStateAction<T>>] {
  const key = `member:admin-${name}`;
  const [value, setValue] = useState(() => read(key, initial));
  useEffect(() => {
    try {
      sessionStorage.setItem(key, JSON.stringify(value));
    } catch {
      // Without it only a reload loses something.
    }
  }, [key, value]);
  return [value, setValue];
}
