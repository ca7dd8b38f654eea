import { useCallback, useMemo } from "react";
import type { MergeWork } from "#src/features/people/components/merge/merge-work.ts";
import type { PendingPerson } from "#src/features/requests/components/pending-types.ts";
import { useKept } from "#src/features/console/components/use-kept.ts";
import type { Edits } from "#src/features/people/components/edit/use-editing.ts";

/** A dialog over the list. */
export type Open =
  | { readonly kind: "edit"; readonly requestId: string; readonly userId: string }
  | { readonly kind: "merge" | "create" | "decline"; readonly requestId: string };

type Desk = {
  readonly pages: number;
  /** Request → the record that was chosen for the person. */
  readonly chosen: Readonly<Record<string, string>>;
  /** Record → unsaved edits. */
  readonly edits: Readonly<Record<string, Edits>>;
  /** Request → how to merge its records. */
  readonly merges: Readonly<Record<string, MergeWork>>;
  readonly open: Open | null;
  /** The approved person, until their welcome message is copied or dismissed. The list no longer shows them. */
  readonly approved: readonly Approved[];
};
type Approved = { readonly requestId: string; readonly nickname: string };
const EMPTY: Desk = { pages: 1, chosen: {}, edits: {}, merges: {}, open: null, approved: [] };
const MOST_APPROVED = 20;

function without<T>(entries: Readonly<Record<string, T>>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).filter(([each]) => each !== key));
}

function only<T>(entries: Readonly<Record<string, T>>, keys: ReadonlySet<string>): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).filter(([each]) => keys.has(each)));
}

/** An organizer's unfinished work, which survives a reload. */
export function useDesk() {
  const [desk, setDesk] = useKept<Desk>("pending", EMPTY);
  const change = useCallback(
    (changes: (known: Desk) => Partial<Desk>) => setDesk((known) => ({ ...known, ...changes(known) })),
    [setDesk],
  );
  const tools = useMemo(
    () => ({
      /** Chooses a record for a person; the chosen one again takes it back. */
      choose: (requestId: string, userId: string) =>
        change(({ chosen }) => ({
          chosen: chosen[requestId] === userId ? without(chosen, requestId) : { ...chosen, [requestId]: userId },
        })),
      clearChosen: (requestIds: ReadonlySet<string>) =>
        change(({ chosen }) => ({
          chosen: Object.fromEntries(Object.entries(chosen).filter(([id]) => !requestIds.has(id))),
        })),
      edit: (userId: string, edits: Edits) => change((known) => ({ edits: { ...known.edits, [userId]: edits } })),
      clearEdits: (userId: string) => change(({ edits }) => ({ edits: without(edits, userId) })),
      merge: (requestId: string, work: MergeWork) =>
        change(({ merges }) => ({ merges: { ...merges, [requestId]: work } })),
      clearMerge: (requestId: string) => change(({ merges }) => ({ merges: without(merges, requestId) })),
      show: (open: Open | null) => change(() => ({ open })),
      welcome: (people: readonly PendingPerson[]) =>
        change(({ approved }) => {
          const added = people.map(({ requestId, groupmeData: { nickname } }) => ({ requestId, nickname }));
          return { approved: [...added, ...approved].slice(0, MOST_APPROVED) };
        }),
      putAway: (requestId: string) =>
        change(({ approved }) => ({ approved: approved.filter((each) => each.requestId !== requestId) })),
      addPage: () => change(({ pages }) => ({ pages: pages + 1 })),
      /**
       * Drops unfinished work on people who were decided meanwhile, choices of deleted records, and welcome messages of
       * people who wait again because a merge was undone.
       */
      keepOnly: (people: readonly PendingPerson[]) =>
        change((known) => {
          const requests = new Set(people.map(({ requestId }) => requestId));
          const records = new Set(people.flatMap((each) => each.matchingDbUsers.map(({ userId }) => userId)));
          const chosen = Object.entries(known.chosen).filter(([id, userId]) => requests.has(id) && records.has(userId));
          return {
            chosen: Object.fromEntries(chosen),
            edits: only(known.edits, records),
            merges: only(known.merges, requests),
            approved: known.approved.filter(({ requestId }) => !requests.has(requestId)),
            open: known.open && requests.has(known.open.requestId) ? known.open : null,
          };
        }),
    }),
    [change],
  );
  return { desk, ...tools };
}
export type DeskTools = ReturnType<typeof useDesk>;
