import { useState } from "react";
import { Link } from "react-router";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { Filters, LogPanel, LogTop } from "#src/features/console/components/log-panel.tsx";
import logs from "#src/features/console/components/log.module.css";
import { type PagedSource, usePagedList } from "#src/features/console/components/use-paged-list.ts";
import { CloseReport } from "#src/features/reports/components/close-report.tsx";
import { ReportNotes } from "#src/features/reports/components/report-notes.tsx";
import styles from "#src/features/reports/components/reports-app.module.css";
import { OUTCOME_WORDS, STATE_WORDS } from "#src/features/reports/messages.ts";
import { isThread } from "#src/features/chats/rules.ts";
import { PICTURE_WORD } from "#src/features/chat-pictures/messages.ts";
import type { ReportAnswer, ReportCase, ReportChange, ReportPage } from "#src/features/reports/schema.ts";
import { beginningOf } from "#src/shared/beginning.ts";
import { mailtoUrl } from "#src/shared/contact.ts";
import { Button } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Options, SelectField } from "#src/ui/field.tsx";
import { useMoments } from "#src/ui/moments.ts";
import { useAddress } from "#src/ui/use-address.ts";

const SOURCE: PagedSource<ReportPage, ReportCase> = {
  cursor: "after",
  read: ({ reports, next }) => ({ items: reports, next }),
};

type CaseProps = { report: ReportCase; onChanged: (report: ReportCase) => void };

/** The report's owner, or its outcome. */
function Progress({ report }: { report: ReportCase }) {
  const { momentWords } = useMoments();
  const { state, owner, doneAt, doneBy, outcome } = report;
  return (
    <p className={styles.progress}>
      <span className={styles.state} data-state={state}>
        {STATE_WORDS[state]}
      </span>
      {state === "in_progress" && owner !== null && ` ${owner} works on it`}
      {state === "closed" && (
        <>
          {outcome !== null && ` ${OUTCOME_WORDS[outcome]},`} by {doneBy}, {momentWords(doneAt ?? "")}
        </>
      )}
    </p>
  );
}

function Said({ report }: { report: ReportCase }) {
  const { quote, picture, message, email, eventId, chatId, writerId } = report;
  return (
    <>
      {quote !== null && <blockquote className={styles.quote}>{quote}</blockquote>}
      {picture && <img className={styles.picture} src={picture.src} alt={picture.alt || PICTURE_WORD} />}
      <p className={logs.said}>{message}</p>
      <p className={styles.links}>
        {email === "" ? <span className="quiet">Anonymous</span> : <a href={mailtoUrl(email)}>{email}</a>}
        {eventId !== null && <a href={`/events/${encodeURIComponent(eventId)}`}>The event</a>}
        {chatId !== null && !isThread(chatId) && <a href={`/chats/${encodeURIComponent(chatId)}`}>The chat</a>}
        {writerId !== null && (
          <Link to={`/admin?${new URLSearchParams({ tab: "apps", app: "users", person: writerId })}`}>
            Who wrote it
          </Link>
        )}
      </p>
    </>
  );
}

/** `Message from Ana Ruiz in Volleyball`, `About the man with the red cap`. */
function headingOf({ quote, about }: ReportCase): string {
  if (quote !== null) return `Message from ${about}`;
  return about === "" ? "Nobody named" : `About ${about}`;
}

/** A report: its text, owner, notes, and next action. */
function Case({ report, onChanged }: CaseProps) {
  const [error, setError] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [isClosing, setIsClosing] = useState(false);
  const path = `/api/admin/reports/${encodeURIComponent(report.id)}`;
  async function change(to: ReportChange): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    const answer = await consoleFetch<ReportAnswer>(path, { method: "PUT", body: to });
    setIsBusy(false);
    setError(answer.ok ? "" : answer.message);
    if (!answer.ok) return;
    setIsClosing(false);
    onChanged(answer.value.report);
  }
  const { state, isMine } = report;
  const busy = isBusy || undefined;
  const beginClosing = () => busy ?? setIsClosing(true);
  const what = <span className="visually-hidden"> the report “{beginningOf(report.message, 40)}”</span>;
  return (
    <li className={logs.entry} data-done={state === "closed" || undefined}>
      <LogTop what={headingOf(report)} about="" at={report.createdAt} />
      <Progress report={report} />
      <Said report={report} />
      <ReportNotes path={`${path}/notes`} notes={report.notes} onChanged={onChanged} />
      <div role="alert">{error}</div>
      <div className={styles.buttons}>
        {state !== "closed" && !isMine && (
          <Button aria-disabled={busy} onClick={() => void change({ state: "in_progress" })}>
            Take on{what}
          </Button>
        )}
        {state !== "closed" && (
          <Button variant={isMine ? "primary" : "quiet"} aria-disabled={busy} onClick={beginClosing}>
            Close{what}
          </Button>
        )}
        {state === "in_progress" && (
          <Button variant="quiet" aria-disabled={busy} onClick={() => void change({ state: "open" })}>
            Give back{what}
          </Button>
        )}
        {state === "closed" && (
          <Button variant="quiet" aria-disabled={busy} onClick={() => void change({ state: "open" })}>
            Open again{what}
          </Button>
        )}
      </div>
      {isClosing && (
        <CloseReport
          isBusy={isBusy}
          error={error}
          onClose={() => setIsClosing(false)}
          onOutcome={(outcome) => void change({ state: "closed", outcome })}
        />
      )}
    </li>
  );
}

/** Reports of people, messages and photos, for organizers. */
export function ReportsApp() {
  const [{ state, mine }, setAddress] = useAddress(["state", "mine"]);
  const shown = state === "all" || state in STATE_WORDS ? state : "unfinished";
  const query = new URLSearchParams({ state: shown === "all" ? "" : shown, mine: mine === "true" ? mine : "" });
  const list = usePagedList<ReportPage, ReportCase>(`/api/admin/reports?${query}`, SOURCE);
  return (
    <LogPanel
      id="reports"
      title="Reports"
      button={{ label: "Refresh", onClick: list.reload }}
      filters={
        <Filters label="Reports">
          <SelectField label="Show" value={shown} onValue={(chosen) => setAddress({ state: chosen })}>
            <option value="unfinished">Not closed</option>
            <Options of={Object.entries(STATE_WORDS)} />
            <option value="all">All</option>
          </SelectField>
          <SelectField label="Whose" value={mine} onValue={(chosen) => setAddress({ mine: chosen })}>
            <option value="">Everyone’s</option>
            <option value="true">Mine</option>
          </SelectField>
        </Filters>
      }
      list={list}
      what={["report", "reports"]}
      empty={
        <EmptyState
          picture="joined"
          title="No reports"
          text="Reports appear here, for organizers only. Nobody sees reports about their own messages."
        />
      }
    >
      {(report) => (
        <Case
          key={report.id}
          report={report}
          onChanged={(changed) => list.replace(({ id }) => id === changed.id, changed)}
        />
      )}
    </LogPanel>
  );
}
