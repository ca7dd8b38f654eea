import { Link } from "react-router";
import { ListFrame } from "#src/features/console/components/list-frame.tsx";
import { type PagedSource, usePagedList } from "#src/features/console/components/use-paged-list.ts";
import { type Days, type ListName, numbersAt } from "#src/features/insights/components/addresses.ts";
import styles from "#src/features/insights/components/insights.module.css";
import { personAt } from "#src/features/people/components/person-address.ts";
import type { CameList, EventList, MemberList, SignUpList, Span } from "#src/features/insights/schema.ts";
import { counted } from "#src/shared/counted.ts";
import { longDate, weekdayName } from "#src/shared/dates.ts";
import { takeFocus } from "#src/ui/take-focus.ts";

const INSIGHTS = "/api/admin/insights";

const dayWords = (day: string) => `${weekdayName(day)}, ${longDate(day)}`;

type Row = { readonly key: string; readonly title: string; readonly to: string; readonly words: string };
type Page<T> = { readonly items: readonly T[]; readonly next: string | null };

/** A list: its call, title, and rows. */
type Kind<T> = {
  readonly title: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly what: readonly [one: string, several: string];
  readonly isNow?: boolean;
  readonly rowOf: (item: T) => Row;
};

const cameRow = ({ userId, name, events, lastDay, firstDay }: CameList["items"][number]): Row => ({
  key: userId,
  title: name,
  to: personAt(userId),
  words: `${counted(events, "event", "events")}, last on ${dayWords(lastDay)} · first came on ${dayWords(firstDay)}`,
});
const signUpRow = ({ userId, name, eventId, title, day, came }: SignUpList["items"][number]): Row => ({
  key: `${eventId} ${userId}`,
  title: name,
  to: personAt(userId),
  words: `${came ? "Came to" : "Did not come to"} ${title} on ${dayWords(day)}`,
});
const eventRow = (event: EventList["items"][number]): Row => ({
  key: event.eventId,
  title: event.title,
  to: `/events/${event.eventId}`,
  words: [
    dayWords(event.day),
    counted(event.people, "person", "people"),
    event.newcomers > 0 && `${event.newcomers} new`,
    event.walkIns > 0 && counted(event.walkIns, "walk-in", "walk-ins"),
    event.guests > 0 && counted(event.guests, "guest", "guests"),
  ]
    .filter((words) => words !== false)
    .join(" · "),
});
const memberRow = ({ userId, name, since, until }: MemberList["items"][number]): Row => ({
  key: userId,
  title: name,
  to: personAt(userId),
  words: `Member since ${dayWords(since)}, until ${dayWords(until)}`,
});

const PEOPLE = ["person", "people"] as const;
const CAME = { path: "people", what: PEOPLE, rowOf: cameRow };
const SIGN_UPS = { path: "sign-ups", what: ["sign-up", "sign-ups"], rowOf: signUpRow } as const;
const MEMBERS = { path: "members", what: PEOPLE, rowOf: memberRow };

type ListProps<T> = { kind: Kind<T>; span: Span } & Days;

function List<T>({ kind: { title, path, query, what, isNow = false, rowOf }, span, from, to }: ListProps<T>) {
  const source: PagedSource<Page<T>, T> = { cursor: "after", read: (page) => page };
  const list = usePagedList(`${INSIGHTS}/${path}?${new URLSearchParams({ from, to, ...query })}`, source);
  return (
    <section className={styles.app} aria-labelledby="insights-list">
      <p>
        <Link to={numbersAt(span)} className={styles.back}>
          Back to Insights
        </Link>
      </p>
      <h2 id="insights-list" ref={takeFocus} tabIndex={-1} className={styles.heading}>
        {title}
      </h2>
      {!isNow && (
        <p className={styles.quiet}>
          {dayWords(from)} – {dayWords(to)}
        </p>
      )}
      <ListFrame list={list} what={what} empty={<p className={styles.quiet}>Nothing in this period.</p>}>
        {(items) => (
          <ul className={styles.list}>
            {items.map(rowOf).map(({ key, title: name, to: address, words }) => (
              <li key={key} className={styles.row}>
                <Link to={address}>{name}</Link>
                <span className={styles.quiet}>{words}</span>
              </li>
            ))}
          </ul>
        )}
      </ListFrame>
    </section>
  );
}

/** The list behind a number. */
export function BehindList({ list, ...props }: { list: ListName; span: Span } & Days) {
  const shown: Readonly<Record<ListName, React.ReactNode>> = {
    came: <List {...props} kind={{ ...CAME, title: "People who came" }} />,
    newcomers: <List {...props} kind={{ ...CAME, title: "New people", query: { which: "newcomers" } }} />,
    returning: <List {...props} kind={{ ...CAME, title: "Returning people", query: { which: "returning" } }} />,
    signUps: <List {...props} kind={{ ...SIGN_UPS, title: "Signed up" }} />,
    missed: <List {...props} kind={{ ...SIGN_UPS, title: "Did not come", query: { missed: "1" } }} />,
    events: <List {...props} kind={{ path: "events", what: ["event", "events"], rowOf: eventRow, title: "Events" }} />,
    newMembers: <List {...props} kind={{ ...MEMBERS, title: "New paid members" }} />,
    members: <List {...props} kind={{ ...MEMBERS, title: "Paid members now", query: { now: "1" }, isNow: true }} />,
  };
  return shown[list];
}
