import { useEffect, useState } from "react";
import { Link } from "react-router";
import { consoleFetch, onConsoleChanged } from "#src/features/console/components/console-fetch.ts";
import panel from "#src/features/console/components/panel.module.css";
import { useExport } from "#src/features/console/components/use-export.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { LISTS, numbersAt } from "#src/features/insights/components/addresses.ts";
import styles from "#src/features/insights/components/insights.module.css";
import { BehindList } from "#src/features/insights/components/lists.tsx";
import { Came, Growth, NoShows, Revenue, Totals } from "#src/features/insights/components/sections.tsx";
import { Waiting } from "#src/features/insights/components/waiting.tsx";
import { SPAN_WORDS } from "#src/features/insights/messages.ts";
import { type Insights, type Span, SPANS } from "#src/features/insights/schema.ts";
import { longDate } from "#src/shared/dates.ts";
import { Button } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { useAddress } from "#src/ui/use-address.ts";

const INSIGHTS = "/api/admin/insights";

function Numbers({ insights, span }: { insights: Insights; span: Span }) {
  const [said, setSaid] = useState("");
  const { isBusy, download } = useExport(`${INSIGHTS}/export`, `insights-${insights.to}.csv`, setSaid);
  return (
    <>
      <div className={styles.line}>
        <p className={styles.quiet}>
          {longDate(insights.from)} – {longDate(insights.to)}
        </p>
        <Button variant="quiet" aria-disabled={isBusy || undefined} onClick={() => void download({ span })}>
          Export as CSV
        </Button>
      </div>
      <p role="status" className={styles.quiet}>
        {said}
      </p>
      <Totals insights={insights} span={span} />
      <div className={styles.parts}>
        <Came insights={insights} span={span} />
        <NoShows insights={insights} span={span} />
        {insights.growth && <Growth insights={insights} span={span} />}
        {insights.revenue && <Revenue months={insights.revenue} />}
      </div>
    </>
  );
}

function Overview({ span }: { span: Span }) {
  const { value, isPrevious, failure, retry, refresh } = useLoaded<Insights>(`${INSIGHTS}?span=${span}`, consoleFetch);
  useEffect(() => onConsoleChanged(() => void refresh()), [refresh]);
  return (
    <section aria-labelledby="insights" className={styles.app} aria-busy={value === null || isPrevious}>
      <div className={panel.head}>
        <h2 id="insights" className={panel.title}>
          Insights
        </h2>
        <nav aria-label="Span" className={styles.spans}>
          {SPANS.map((each) => (
            <Link
              key={each}
              to={numbersAt(each)}
              preventScrollReset
              className={panel.app}
              aria-current={each === span ? "true" : undefined}
            >
              {SPAN_WORDS[each]}
            </Link>
          ))}
        </nav>
      </div>
      <Waiting />
      {failure && (
        <EmptyState picture="offline" title="The numbers could not be loaded" text={failure.message}>
          <Button onClick={retry}>Try again</Button>
        </EmptyState>
      )}
      {value === null && !failure && <div className={styles.blank} aria-hidden />}
      {value && <Numbers insights={value} span={span} />}
    </section>
  );
}

/** The group's numbers, or the list behind one of them, by URL. */
export function InsightsApp() {
  const [address] = useAddress(["span", "list", "from", "to"]);
  const span = SPANS.find((each) => each === address.span) ?? "quarter";
  const list = LISTS.find((each) => each === address.list);
  return list === undefined ? (
    <Overview span={span} />
  ) : (
    <BehindList list={list} span={span} from={address.from} to={address.to} />
  );
}
