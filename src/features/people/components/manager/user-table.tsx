import IconArrowsJoin2 from "@tabler/icons-react/dist/esm/icons/IconArrowsJoin2.mjs";
import IconCreditCard from "@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs";
import IconHistory from "@tabler/icons-react/dist/esm/icons/IconHistory.mjs";
import IconPencil from "@tabler/icons-react/dist/esm/icons/IconPencil.mjs";
import IconTrash from "@tabler/icons-react/dist/esm/icons/IconTrash.mjs";
import { Link } from "react-router";
import styles from "#src/features/people/components/manager/user-table.module.css";
import { dayWords } from "#src/ui/moments.ts";
import { nameOf } from "#src/features/people/components/record-fields.ts";
import type { User } from "#src/features/people/schema/users.ts";
import { formatPhone } from "#src/shared/contact.ts";

export type UserAction = "edit" | "membership" | "merge" | "delete";

type UserTableProps = {
  users: readonly User[];
  chosen: ReadonlySet<string>;
  onChoose: (userIds: readonly string[], isChosen: boolean) => void;
  onAction: (action: UserAction, user: User) => void;
};

const ACTIONS = [
  { action: "edit", label: "Edit", Icon: IconPencil },
  { action: "membership", label: "Membership", Icon: IconCreditCard },
  { action: "merge", label: "Merge", Icon: IconArrowsJoin2 },
  { action: "delete", label: "Delete", Icon: IconTrash },
] as const;

type RowProps = Omit<UserTableProps, "users" | "chosen"> & { user: User; isChosen: boolean };

/** Says also on a phone, where the headings are not to be seen, what a cell is. */
function Cell({ label, children }: { label: string; children: React.ReactNode }) {
  return <td data-label={label}>{children || <span className={styles.none}>–</span>}</td>;
}

function Row({ user, isChosen, onChoose, onAction }: RowProps) {
  const name = nameOf(user);
  return (
    <tr data-chosen={isChosen || undefined}>
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
        {name}
        {user.nickname !== "" && user.nickname !== name && <span className={styles.nickname}>“{user.nickname}”</span>}
        {user.role !== "user" && <span className={styles.mark}>{user.role}</span>}
      </th>
      <Cell label="Email">{user.email}</Cell>
      <Cell label="Phone">{user.phone === "" ? "" : formatPhone(user.phone)}</Cell>
      <Cell label="Sex">{user.zsex}</Cell>
      <Cell label="GroupMe ID">{user.groupMeUserId}</Cell>
      <Cell label="Status">{user.status}</Cell>
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

/** People as a table; on a phone each is a card. */
export function UserTable({ users, chosen, onChoose, onAction }: UserTableProps) {
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
          {["Name", "Email", "Phone", "Sex", "GroupMe ID", "Status", "Added"].map((heading) => (
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
        {users.map((user) => (
          <Row
            key={user.userId}
            user={user}
            isChosen={chosen.has(user.userId)}
            onChoose={onChoose}
            onAction={onAction}
          />
        ))}
      </tbody>
    </table>
  );
}
