import IconArrowsJoin2 from "@tabler/icons-react/dist/esm/icons/IconArrowsJoin2.mjs";
import IconChevronDown from "@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs";
import IconCreditCard from "@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs";
import IconHistory from "@tabler/icons-react/dist/esm/icons/IconHistory.mjs";
import IconPencil from "@tabler/icons-react/dist/esm/icons/IconPencil.mjs";
import IconTrash from "@tabler/icons-react/dist/esm/icons/IconTrash.mjs";
import { Fragment, useState } from "react";
import { Link, useSearchParams } from "react-router";
import styles from "#src/features/people-list/components/user-table.module.css";
import { nameOf } from "#src/features/people/components/record-fields.ts";
import { personAt } from "#src/features/people/components/person-address.ts";
import { Contact, FactCells, Marks, Nickname } from "#src/features/people-list/components/user-cells.tsx";
import { COLUMNS, Heading } from "#src/features/people-list/components/user-headings.tsx";
import { type Sorting, SORTS } from "#src/features/people-list/components/sorts.ts";
import type { ListedUser } from "#src/features/people-list/schema.ts";
import type { User } from "#src/features/people/schema/users.ts";

export type UserAction = "edit" | "membership" | "merge" | "delete";

type UserTableProps = {
  users: readonly ListedUser[];
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  chosen: ReadonlySet<string>;
  onChoose: (userIds: readonly string[], isChosen: boolean) => void;
  onAction: (action: UserAction, user: User) => void;
  /** Shown before the row with this index. */
  notice: { readonly at: number; readonly content: React.ReactNode } | null;
};

const ACTIONS = [
  { action: "edit", label: "Edit", Icon: IconPencil },
  { action: "membership", label: "Membership", Icon: IconCreditCard },
  { action: "merge", label: "Merge", Icon: IconArrowsJoin2 },
  { action: "delete", label: "Delete", Icon: IconTrash },
] as const;

type RowProps = Pick<UserTableProps, "onChoose" | "onAction"> & { user: ListedUser; isChosen: boolean };

type ActionsProps = Pick<UserTableProps, "onAction"> & { user: User; name: string };

function Actions({ user, name, onAction }: ActionsProps) {
  return (
    <td className={styles.actions}>
      {ACTIONS.map(({ action, label, Icon }) => (
        <button key={action} type="button" className={styles.action} onClick={() => onAction(action, user)}>
          <Icon size={18} stroke={1.75} aria-hidden />
          <span className={styles.word}>{label}</span>
          <span className="visually-hidden"> {name}</span>
        </button>
      ))}
      <Link className={styles.action} to={`?tab=apps&app=audit&subject=${encodeURIComponent(user.userId)}`}>
        <IconHistory size={18} stroke={1.75} aria-hidden />
        <span className={styles.word}>History</span>
        <span className="visually-hidden"> of {name}</span>
      </Link>
    </td>
  );
}

function Row({ user, isChosen, onChoose, onAction }: RowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [query] = useSearchParams();
  const name = nameOf(user);
  return (
    <tr data-chosen={isChosen || undefined} data-open={isOpen || undefined}>
      <td className={styles.choice}>
        <label className={styles.check}>
          <input
            type="checkbox"
            aria-label={`Choose ${name}`}
            checked={isChosen}
            onChange={(event) => onChoose([user.userId], event.target.checked)}
          />
        </label>
      </td>
      <th scope="row" className={styles.name}>
        <Link to={personAt(user.userId, query)} className={styles.page}>
          {name}
        </Link>
        {user.nickname !== name && <Nickname nickname={user.nickname} />}
        <button
          type="button"
          className={styles.more}
          aria-expanded={isOpen}
          aria-label={`More about ${name}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconChevronDown size={20} stroke={1.75} aria-hidden />
        </button>
        <Marks user={user} />
      </th>
      <td data-label="Contact" className={styles.contact}>
        <Contact user={user} />
      </td>
      <FactCells user={user} />
      <Actions user={user} name={name} onAction={onAction} />
    </tr>
  );
}

function NoticeRow({ children }: { children: React.ReactNode }) {
  return (
    <tr className={styles.notice}>
      <td colSpan={COLUMNS.length + 2}>{children}</td>
    </tr>
  );
}

type HeadProps = Pick<UserTableProps, "sorting" | "onSort"> & {
  isWhole: boolean;
  onChooseAll: (isChosen: boolean) => void;
};

function Head({ isWhole, onChooseAll, ...sort }: HeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col" className={styles.choice}>
          <label className={styles.check}>
            <input
              type="checkbox"
              aria-label="Choose all that are shown"
              checked={isWhole}
              onChange={(event) => onChooseAll(event.target.checked)}
            />
            <span className={styles.allWord}>Choose all that are shown</span>
          </label>
        </th>
        {COLUMNS.map((column) => (
          <Heading key={column.name} column={column} {...sort} />
        ))}
        <th scope="col">
          <span className="visually-hidden">Actions</span>
        </th>
      </tr>
    </thead>
  );
}

/**
 * People as a table; on phones a two-line list that expands on tap. The second line is the contact, or the value the
 * list is sorted by.
 */
export function UserTable({ users, chosen, onChoose, onAction, notice, ...sort }: UserTableProps) {
  const { sortBy, sortOrder } = sort.sorting;
  const all = users.map(({ userId }) => userId);
  return (
    <table className={styles.table} data-sort={sortBy}>
      <caption className="visually-hidden">People: {SORTS[sortBy][sortOrder]}</caption>
      <Head {...sort} isWhole={all.every((id) => chosen.has(id))} onChooseAll={(isChosen) => onChoose(all, isChosen)} />
      <tbody>
        {users.map((user, index) => (
          <Fragment key={user.userId}>
            {notice?.at === index && <NoticeRow>{notice.content}</NoticeRow>}
            <Row user={user} isChosen={chosen.has(user.userId)} onChoose={onChoose} onAction={onAction} />
          </Fragment>
        ))}
        {notice !== null && notice.at >= users.length && <NoticeRow>{notice.content}</NoticeRow>}
      </tbody>
    </table>
  );
}
