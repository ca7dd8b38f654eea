import IconArrowsJoin2 from "@tabler/icons-react/dist/esm/icons/IconArrowsJoin2.mjs";
import IconChevronDown from "@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs";
import IconCreditCard from "@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs";
import IconHistory from "@tabler/icons-react/dist/esm/icons/IconHistory.mjs";
import IconPencil from "@tabler/icons-react/dist/esm/icons/IconPencil.mjs";
import IconTrash from "@tabler/icons-react/dist/esm/icons/IconTrash.mjs";
import { Fragment, useState } from "react";
import { Link, useSearchParams } from "react-router";
import styles from "#src/features/people/components/manager/user-table.module.css";
import { useMoments } from "#src/ui/moments.ts";
import { nameOf, ROLE_WORDS, wordsOf } from "#src/features/people/components/record-fields.ts";
import { personAt } from "#src/features/people/components/person-address.ts";
import type { User } from "#src/features/people/schema/users.ts";
import { formatPhone } from "#src/shared/contact.ts";

export type UserAction = "edit" | "membership" | "merge" | "delete";

type UserTableProps = {
  users: readonly User[];
  chosen: ReadonlySet<string>;
  onChoose: (userIds: readonly string[], isChosen: boolean) => void;
  onAction: (action: UserAction, user: User) => void;
  /** Shown before the row of that number. */
  notice: { readonly at: number; readonly content: React.ReactNode } | null;
};

const ACTIONS = [
  { action: "edit", label: "Edit", Icon: IconPencil },
  { action: "membership", label: "Membership", Icon: IconCreditCard },
  { action: "merge", label: "Merge", Icon: IconArrowsJoin2 },
  { action: "delete", label: "Delete", Icon: IconTrash },
] as const;

const COLUMNS = ["Name", "Contact", "Sex", "GroupMe ID", "Status", "Added"] as const;

type RowProps = Omit<UserTableProps, "users" | "chosen" | "notice"> & { user: User; isChosen: boolean };

/** A cell with its heading, which a phone shows beside it. */
function Cell({ label, children }: { label: string; children: React.ReactNode }) {
  return <td data-label={label}>{children || <span className={styles.none}>–</span>}</td>;
}

/** An email, which may go on in the next line after its @. */
function Email({ email }: { email: string }) {
  const at = email.indexOf("@") + 1;
  return (
    <span>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}

function Row({ user, isChosen, onChoose, onAction }: RowProps) {
  const { dayWords } = useMoments();
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
        {user.nickname !== "" && user.nickname !== name && <span className={styles.nickname}>“{user.nickname}”</span>}
        <button
          type="button"
          className={styles.more}
          aria-expanded={isOpen}
          aria-label={`More about ${name}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconChevronDown size={20} stroke={1.75} aria-hidden />
        </button>
        {user.role !== "user" && <span className={styles.mark}>{ROLE_WORDS[user.role]}</span>}
      </th>
      <td data-label="Contact" className={styles.contact}>
        <Email email={user.email} /> <span className={styles.phone}>{formatPhone(user.phone)}</span>
      </td>
      <Cell label="Sex">{user.zsex !== "" && wordsOf("zsex", user.zsex)}</Cell>
      <Cell label="GroupMe ID">{user.groupMeUserId}</Cell>
      <Cell label="Status">{wordsOf("status", user.status)}</Cell>
      <Cell label="Added">
        <time dateTime={user.dateAdded}>{dayWords(user.dateAdded)}</time>
      </Cell>
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

/** People as a table; on a phone a list of two lines each, where a touch shows the rest. */
export function UserTable({ users, chosen, onChoose, onAction, notice }: UserTableProps) {
  const all = users.map(({ userId }) => userId);
  const isWhole = all.every((id) => chosen.has(id));
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">People, the newest first</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.choice}>
            <label className={styles.check}>
              <input
                type="checkbox"
                aria-label="Choose all that are shown"
                checked={isWhole}
                onChange={(event) => onChoose(all, event.target.checked)}
              />
              <span className={styles.allWord}>Choose all that are shown</span>
            </label>
          </th>
          {COLUMNS.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
          <th scope="col">
            <span className="visually-hidden">What can be done</span>
          </th>
        </tr>
      </thead>
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
