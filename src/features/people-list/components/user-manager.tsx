import styles from "#src/features/console/components/panel.module.css";
import { ListFrame } from "#src/features/console/components/list-frame.tsx";
import { UndoNotice, useUndo } from "#src/features/console/components/undo-notice.tsx";
import { useAddress } from "#src/ui/use-address.ts";
import { type PagedSource, usePagedList } from "#src/features/console/components/use-paged-list.ts";
import { BulkBar } from "#src/features/people-list/components/bulk-bar.tsx";
import {
  EVERYBODY,
  FILTER_NAMES,
  filtersOf,
  periodWords,
  queryOf,
  type UserFilters,
} from "#src/features/people-list/components/filters.ts";
import {
  type Choice,
  type UserActions,
  useUserActions,
} from "#src/features/people-list/components/use-user-actions.ts";
import { UserDialogs } from "#src/features/people-list/components/user-dialogs.tsx";
import { SORT_NAMES, type Sorting, sortingOf } from "#src/features/people-list/components/sorts.ts";
import { UserFilterBar } from "#src/features/people-list/components/user-filters.tsx";
import type { Action } from "#src/shared/roles.ts";
import { UserTable } from "#src/features/people-list/components/user-table.tsx";
import { FAILED_TO_FETCH_USERS, NO_USERS_FOUND } from "#src/features/people/messages.ts";
import type { ListedUser } from "#src/features/people-list/schema.ts";
import { Button } from "#src/ui/button-link.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";

const USERS_A_PAGE = "50";

type Answer = { readonly users: readonly ListedUser[]; readonly lastEvaluatedKey: string | null };
const SOURCE: PagedSource<Answer, ListedUser> = {
  cursor: "lastEvaluatedKey",
  read: ({ users, lastEvaluatedKey }) => ({ items: users, next: lastEvaluatedKey }),
};

function pathOf(filters: UserFilters, sorting: Sorting): string {
  const page = { type: "getAllUsers", ...sorting, limit: USERS_A_PAGE };
  return `/api/users?${new URLSearchParams({ ...page, ...queryOf(filters) })}`;
}

function Nobody({ filters, onEverybody }: { filters: UserFilters; onEverybody: () => void }) {
  const what = filters.search === "" ? "Show everyone" : `Search everyone for “${filters.search}”`;
  return (
    <EmptyState picture="not-found" title={NO_USERS_FOUND}>
      <Button variant="quiet" onClick={onEverybody}>
        {what}
      </Button>
    </EmptyState>
  );
}

type HeadProps = { mayDo: (action: Action) => boolean; show: UserActions["show"] };

function Head({ mayDo, show }: HeadProps) {
  return (
    <div className={styles.head}>
      <h2 id="user-manager" tabIndex={-1} data-focus-home className={styles.title}>
        User Manager
      </h2>
      {mayDo("change_people") && (
        <div className="buttons">
          <Button variant="quiet" onClick={() => show({ kind: "add" })}>
            Add person
          </Button>
          {mayDo("manage_records") && (
            <Button variant="quiet" onClick={() => show({ kind: "import" })}>
              Import people
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** The user manager: search, sort, add, edit, tag, merge, delete, import and export people. */
export function UserManager({ mayDo, choice }: { mayDo: (action: Action) => boolean; choice: Choice }) {
  const [address, setAddress] = useAddress(FILTER_NAMES);
  const filters = filtersOf(address);
  const period = periodWords(filters);
  const [order, setOrder] = useAddress(SORT_NAMES);
  const sorting = sortingOf(order);
  const list = usePagedList<Answer, ListedUser>(pathOf(filters, sorting), SOURCE);
  const actions = useUserActions(list.reload, list.items, choice);
  const { deed } = actions;
  const undo = useUndo(deed, list.reload);
  // Beside the row of the action, which may be far down the list.
  const place = list.items?.length ? (deed?.at ?? null) : null;
  const notice = <UndoNotice undo={undo} onClose={actions.forgetDeed} />;
  const chosen = new Set(actions.chosen.map(({ userId }) => userId));
  return (
    <section aria-labelledby="user-manager">
      <Head mayDo={mayDo} show={actions.show} />
      <UserFilterBar
        filters={filters}
        faults={list.failure?.fields ?? {}}
        onChange={setAddress}
        sorting={sorting}
        onSort={setOrder}
      >
        {period !== null && (
          <div className={styles.saved}>
            <p className="quiet">{period}</p>
            <TextButton onClick={() => setAddress({ daysBack: EVERYBODY.daysBack })}>Show everyone</TextButton>
          </div>
        )}
      </UserFilterBar>
      {place === null && notice}
      <BulkBar filters={filters} actions={actions} />
      <ListFrame
        list={list}
        what={["person", "people"]}
        failed={FAILED_TO_FETCH_USERS}
        empty={<Nobody filters={filters} onEverybody={() => setAddress(EVERYBODY)} />}
      >
        {(users) => (
          <UserTable
            users={users}
            sorting={sorting}
            onSort={setOrder}
            notice={place === null ? null : { at: place, content: notice }}
            chosen={chosen}
            onChoose={(ids, isChosen) =>
              actions.choose(
                users.filter(({ userId }) => ids.includes(userId)),
                isChosen,
              )
            }
            onAction={actions.act}
          />
        )}
      </ListFrame>
      <UserDialogs actions={actions} />
    </section>
  );
}
