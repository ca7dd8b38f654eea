import { type Dispatch, type SetStateAction, useState } from "react";
import type { UserAction } from "#src/features/people-list/components/user-table.tsx";
import type { Edits } from "#src/features/people/components/edit/use-editing.ts";
import { useKept } from "#src/features/console/components/use-kept.ts";
import type { User } from "#src/features/people/schema/users.ts";

/** What was done, the entries of the log from which it can be undone, and the row of the list where it was done. */
type Deed = {
  readonly words: string;
  readonly auditIds: readonly string[];
  readonly at: number | null;
  /** The record that the others became part of. */
  readonly merged?: User;
};

export type Open =
  | { readonly kind: "edit" | "membership" | "target"; readonly user: User }
  | { readonly kind: "merge"; readonly records: readonly User[] }
  | { readonly kind: "delete"; readonly users: readonly User[] }
  | { readonly kind: "tag"; readonly users: readonly User[] }
  | { readonly kind: "import" }
  | { readonly kind: "add" };

/** Chosen people as they were when they were chosen: a filter may hide them, and they stay chosen. */
export type Choice = readonly [chosen: readonly User[], setChosen: Dispatch<SetStateAction<readonly User[]>>];

/** Which dialog is open, who is chosen, and what was just done. */
export function useUserActions(reload: () => void, items: readonly User[] | null, [chosen, setChosen]: Choice) {
  const [open, setOpen] = useState<Open | null>(null);
  const [deed, setDeed] = useState<Deed | null>(null);
  // Unsaved changes survive a reload and an accidentally closed dialog.
  const [{ edits }, setEdits] = useKept<{ edits: Readonly<Record<string, Edits>> }>("user-edits", { edits: {} });

  function editsOf(userId: string): Edits {
    return edits[userId] ?? {};
  }
  function keepEdits(userId: string, changed: Edits): void {
    setEdits((now) => {
      const { [userId]: _, ...others } = now.edits;
      return { edits: Object.keys(changed).length === 0 ? others : { ...others, [userId]: changed } };
    });
  }
  function choose(users: readonly User[], isChosen: boolean): void {
    const ids = new Set(users.map(({ userId }) => userId));
    setChosen((now) => {
      const others = now.filter(({ userId }) => !ids.has(userId));
      return isChosen ? [...others, ...users] : others;
    });
  }
  /** After a change `of` a person: closes the dialog, reads the list again, and drops who is `gone` from the choice. */
  function done(
    what: Omit<Deed, "at">,
    { of, gone = [] }: { of?: User | undefined; gone?: readonly User[] } = {},
  ): void {
    const at = items?.findIndex(({ userId }) => userId === of?.userId) ?? -1;
    setOpen(null);
    setDeed({ ...what, at: at === -1 ? null : at });
    choose(gone, false);
    reload();
  }
  return {
    open,
    show: setOpen,
    act: (action: UserAction, user: User) => {
      if (action === "edit" || action === "membership") setOpen({ kind: action, user });
      else if (action === "merge") setOpen({ kind: "target", user });
      else setOpen({ kind: "delete", users: [user] });
    },
    close: () => setOpen(null),
    deed,
    forgetDeed: () => setDeed(null),
    chosen,
    choose,
    clear: () => setChosen([]),
    editsOf,
    keepEdits,
    done,
  };
}
export type UserActions = ReturnType<typeof useUserActions>;
