import { type Dispatch, type SetStateAction, useState } from "react";
import type { UserAction } from "#src/features/people-list/components/user-table.tsx";
import type { Edits } from "#src/features/people/components/edit/use-editing.ts";
import { useKept } from "#src/features/console/components/use-kept.ts";
import type { User } from "#src/features/people/schema/users.ts";

/** An action, its audit log entries for an undo, and its row in the list. */
type Deed = {
  readonly words: string;
  readonly auditIds: readonly string[];
  readonly at: number | null;
  /** The record that the others were merged into. */
  readonly merged?: User;
};

export type Open =
  | { readonly kind: "edit" | "membership" | "target"; readonly user: User }
  | { readonly kind: "merge"; readonly records: readonly User[] }
  | { readonly kind: "delete"; readonly users: readonly User[] }
  | { readonly kind: "tag"; readonly users: readonly User[] }
  | { readonly kind: "import" }
  | { readonly kind: "add" };

/** The selected people, as they were when selected: they stay selected when a filter hides them. */
export type Choice = readonly [chosen: readonly User[], setChosen: Dispatch<SetStateAction<readonly User[]>>];

/** The open dialog, the selection, and the last action. */
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
  /**
   * After changing the person `of`: closes the dialog, reloads the list, and removes `gone` people from the selection.
   */
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
