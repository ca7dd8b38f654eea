import styles from "#src/features/people-list/components/user-cells.module.css";
import { ROLE_WORDS, wordsOf } from "#src/features/people/components/record-fields.ts";
import type { ListedUser } from "#src/features/people-list/schema.ts";
import { formatPhone } from "#src/shared/contact.ts";
import { shortDate, weekdayName } from "#src/shared/dates.ts";
import { useMoments } from "#src/ui/moments.ts";

/** A table cell with its column's label, which phones show beside it. */
function Cell({ label, name, children }: { label: string; name: string; children: React.ReactNode }) {
  return (
    <td data-label={label} data-column={name}>
      {children || <span className={styles.none}>–</span>}
    </td>
  );
}

/** A paid period ends at midnight after its last day. */
const lastMoment = (end: string) => new Date(Date.parse(end) - 1).toISOString();

/** The last day of a membership. People whom an organizer put into the group have none. */
function PaidUntil({ user: { membership, paidUntil } }: { user: ListedUser }) {
  const { dayWords } = useMoments();
  return (
    <span className={styles.dated}>
      {paidUntil ? <time dateTime={paidUntil}>{dayWords(lastMoment(paidUntil))}</time> : "No end date"}
      {membership === "lapsed" && <span className={styles.lapsed}>Lapsed</span>}
    </span>
  );
}

const weekdayAndDate = (day: string) => `${weekdayName(day).slice(0, 3)}, ${shortDate(day)}, ${day.slice(0, 4)}`;

export function Nickname({ nickname }: { nickname: string }) {
  return nickname !== "" && <span className={styles.nickname}>“{nickname}”</span>;
}

/** The person's role and tags, shown with the name. */
export function Marks({ user: { role, tags } }: { user: ListedUser }) {
  return (
    <>
      {role !== "user" && <span className={styles.mark}>{ROLE_WORDS[role]}</span>}
      <Tags tags={tags} />
    </>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <span className={styles.tags}>
      <span className="visually-hidden">Tags: </span>
      {tags.map((tag) => (
        <span key={tag} className={styles.tag}>
          {tag}
        </span>
      ))}
    </span>
  );
}

/** An email that may wrap after its @. */
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

/** Email, phone number, and whether the person unsubscribed. */
export function Contact({ user: { email, phone, isUnsubscribed } }: { user: ListedUser }) {
  return (
    <>
      <Email email={email} /> <span className={styles.phone}>{formatPhone(phone)}</span>
      {isUnsubscribed && <span className={styles.unsubscribed}>Unsubscribed</span>}
    </>
  );
}

/** The cells from the membership to the date added. */
export function FactCells({ user }: { user: ListedUser }) {
  const { dayWords } = useMoments();
  return (
    <>
      <Cell label="Paid until" name="paidUntil">
        {user.membership !== "never" && <PaidUntil user={user} />}
      </Cell>
      <Cell label="Last attended" name="lastAttended">
        {user.lastAttended && <time dateTime={user.lastAttended}>{weekdayAndDate(user.lastAttended)}</time>}
      </Cell>
      <Cell label="Sex" name="sex">
        {user.zsex !== "" && wordsOf("zsex", user.zsex)}
      </Cell>
      <Cell label="GroupMe ID" name="groupMe">
        {user.groupMeUserId}
      </Cell>
      <Cell label="Status" name="status">
        {wordsOf("status", user.status)}
      </Cell>
      <Cell label="Added" name="dateAdded">
        <time dateTime={user.dateAdded}>{dayWords(user.dateAdded)}</time>
      </Cell>
    </>
  );
}
