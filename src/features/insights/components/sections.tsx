import { Link } from "react-router";
import { addedAt, type Days, listAt, type ListName, paymentsAt } from "#src/features/insights/components/addresses.ts";
import { Bars } from "#src/features/insights/components/bars.tsx";
import styles from "#src/features/insights/components/insights.module.css";
import { NumberTable } from "#src/features/insights/components/number-table.tsx";
import type { Insights, Span } from "#src/features/insights/schema.ts";
import { counted } from "#src/shared/counted.ts";

type PartProps = { insights: Insights; span: Span };

/** `12%`; a dash if the whole is zero. */
const shareOf = (part: number, whole: number) => (whole === 0 ? "–" : `${Math.round((part / whole) * 100)}%`);

const count = (value: number) => value.toLocaleString("en-US");

const cellOf = (span: Span, list: ListName, days: Days, value: number) => ({
  words: count(value),
  to: listAt(span, list, days),
});

function Part({ id, title, note, children }: { id: string; title: string; note: string; children: React.ReactNode }) {
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id} className={styles.subtitle}>
        {title}
      </h3>
      <p className={styles.quiet}>{note}</p>
      {children}
    </section>
  );
}

export function Totals({ insights: { total, growth, ...days }, span }: PartProps) {
  const list = (name: ListName) => listAt(span, name, days);
  const tiles: readonly (readonly [label: string, value: string, to: string])[] = [
    ["People who came", count(total.people), list("came")],
    ["New", count(total.newcomers), list("newcomers")],
    ["Returning", count(total.returning), list("returning")],
    ["Did not come", shareOf(total.missed, total.signUps), list("missed")],
    ...(growth
      ? ([
          ["People added", count(growth.added), addedAt(days)],
          ["New paid members", count(growth.newMembers), list("newMembers")],
          ["Paid members now", count(growth.members), list("members")],
        ] as const)
      : []),
  ];
  return (
    <ul className={styles.tiles} aria-label="Totals">
      {tiles.map(([label, value, to]) => (
        <li key={label}>
          <Link to={to} className={styles.tile}>
            <span>{label}</span> <strong>{value}</strong>
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function Came({ insights: { periods, total, ...days }, span }: PartProps) {
  const besides = [
    total.walkIns > 0 && counted(total.walkIns, "walk-in without a record", "walk-ins without a record"),
    total.guests > 0 && counted(total.guests, "guest", "guests"),
  ].filter((words) => words !== false);
  return (
    <Part id="insights-came" title="Who came" note="Marked at the door. New people came for the first time ever.">
      <Bars
        title="Who came"
        parts={["Returning", "New"]}
        format={(value) => counted(value, "person", "people")}
        bars={periods.map(({ label, title, returning, newcomers }) => ({
          label,
          words: `${title}: ${newcomers} new, ${returning} returning`,
          parts: [returning, newcomers],
        }))}
      />
      <NumberTable
        caption="People who came, by period"
        columns={["Period", "Events", "People", "New", "Returning"]}
        rows={periods.map(({ title, events, people, newcomers, returning, ...period }) => ({
          title,
          cells: [
            cellOf(span, "events", period, events),
            cellOf(span, "came", period, people),
            cellOf(span, "newcomers", period, newcomers),
            cellOf(span, "returning", period, returning),
          ],
        }))}
      />
      {besides.length > 0 && (
        <p className={styles.quiet}>
          Besides them: <Link to={listAt(span, "events", days)}>{besides.join(" and ")}</Link>.
        </p>
      )}
    </Part>
  );
}

export function NoShows({ insights: { periods }, span }: PartProps) {
  return (
    <Part
      id="insights-missed"
      title="No-shows"
      note="As a share of the people going when an event began. Events without a door list, events on hold for the weather, and excused people do not count."
    >
      <Bars
        title="No-shows"
        format={(value) => `${Math.round(value)}%`}
        bars={periods.map(({ label, title, missed, signUps }) => ({
          label,
          words: `${title}: ${missed} of ${signUps}`,
          parts: [signUps === 0 ? 0 : (missed / signUps) * 100],
        }))}
      />
      <NumberTable
        caption="No-shows, by period"
        columns={["Period", "Signed up", "Did not come", "Share"]}
        rows={periods.map(({ title, signUps, missed, ...period }) => ({
          title,
          cells: [
            cellOf(span, "signUps", period, signUps),
            cellOf(span, "missed", period, missed),
            { words: shareOf(missed, signUps), to: listAt(span, "signUps", period) },
          ],
        }))}
      />
    </Part>
  );
}

export function Growth({ insights: { periods }, span }: PartProps) {
  return (
    <Part id="insights-growth" title="Growth" note="People added, and people whose first paid membership began.">
      <Bars
        title="People added"
        format={(value) => `${count(value)} added`}
        bars={periods.map(({ label, title, growth }) => ({
          label,
          words: `${title}: ${growth?.added ?? 0} added`,
          parts: [growth?.added ?? 0],
        }))}
      />
      <NumberTable
        caption="Growth, by period"
        columns={["Period", "People added", "New paid members"]}
        rows={periods.map(({ title, growth, ...period }) => ({
          title,
          cells: [
            { words: count(growth?.added ?? 0), to: addedAt(period) },
            cellOf(span, "newMembers", period, growth?.newMembers ?? 0),
          ],
        }))}
      />
    </Part>
  );
}

/** A chart in the most frequent currency; the table shows all of them. */
export function Revenue({ months }: { months: NonNullable<Insights["revenue"]> }) {
  const all = months.flatMap(({ amounts }) => amounts);
  const [main] = [...Map.groupBy(all, ({ currency }) => currency)].toSorted(([, a], [, b]) => b.length - a.length);
  return (
    <Part id="insights-revenue" title="Revenue" note="Whole months, minus refunds.">
      <Bars
        title="Revenue"
        format={(value) => all.find(({ cents }) => cents === value)?.words ?? ""}
        bars={months.map(({ label, title, amounts }) => {
          const amount = amounts.find(({ currency }) => currency === main?.[0]);
          return { label, words: `${title}: ${amount?.words ?? "nothing"}`, parts: [amount?.cents ?? 0] };
        })}
      />
      <NumberTable
        caption="Revenue, by month"
        columns={["Month", "Revenue"]}
        rows={months.map(({ month, title, amounts }) => ({
          title,
          cells: [{ words: amounts.map(({ words }) => words).join(" and ") || "$0.00", to: paymentsAt(month) }],
        }))}
      />
    </Part>
  );
}
