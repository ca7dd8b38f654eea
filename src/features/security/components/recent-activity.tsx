import { useEffect, useState } from "react";
import { LoadedList } from "#src/features/identity/components/loaded-list.tsx";
import { memberClient } from "#src/features/identity/components/member-query.ts";
import { useMoments } from "#src/ui/moments.ts";
import styles from "#src/features/security/components/security.module.css";
import { Section } from "#src/ui/section.tsx";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { eventDetail, EVENT_WORDS } from "#src/features/security/messages.ts";
import type { OwnEvent, OwnEvents } from "#src/features/security/schema.ts";
import { Button } from "#src/ui/button-link.tsx";

const PATH = "/api/account/security-events";

function Activity({ event }: { event: OwnEvent }) {
  const { fullMomentWords } = useMoments();
  const { kind, device, network, at } = event;
  const where = [device, network === "" ? "" : `Network ${network}`].filter((part) => part !== "").join(" · ");
  const detail = eventDetail(event);
  return (
    <li className={styles.row}>
      <div className={styles.facts}>
        <p className={styles.name}>
          {EVENT_WORDS[kind]}
          {detail !== "" && `: ${detail}`}
        </p>
        <p className="quiet">
          <time dateTime={at}>{fullMomentWords(at)}</time>
        </p>
        {where !== "" && <p className="quiet">{where}</p>}
      </div>
    </li>
  );
}

/** Reloads the list after a change in another section, because the change is an activity. */
function useFollowedChanges(refresh: () => Promise<void>): void {
  useEffect(
    () =>
      memberClient.getQueryCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "success") return;
        if (event.action.manual && event.query.queryKey[1] !== PATH) void refresh();
      }),
    [refresh],
  );
}

/** The account's sign-ins and security changes, newest first. */
export function RecentActivitySection() {
  const events = useLoaded<OwnEvents>(PATH);
  useFollowedChanges(events.refresh);
  const [isBusy, setIsBusy] = useState(false);
  const [said, setSaid] = useState("");

  async function showMore({ events: shown, next }: OwnEvents): Promise<void> {
    if (isBusy || next === null) return;
    setIsBusy(true);
    const answer = await memberFetch<OwnEvents>(`${PATH}?${new URLSearchParams({ after: next })}`);
    setIsBusy(false);
    setSaid(answer.ok ? "" : answer.message);
    if (answer.ok) events.set({ events: [...shown, ...answer.value.events], next: answer.value.next });
  }

  return (
    <Section id="security-activity" title="Recent activity">
      <p className="quiet">If something here was not you, reset your password and sign out all other devices.</p>
      <LoadedList loaded={events}>
        {(page) =>
          page.events.length === 0 ? (
            <p>Nothing yet.</p>
          ) : (
            <>
              <ol className={styles.list}>
                {page.events.map((event) => (
                  <Activity key={event.id} event={event} />
                ))}
              </ol>
              {page.next !== null && (
                <div className="buttons">
                  <Button variant="quiet" aria-disabled={isBusy || undefined} onClick={() => void showMore(page)}>
                    {isBusy ? "Loading…" : "Show more"}
                  </Button>
                </div>
              )}
            </>
          )
        }
      </LoadedList>
      <p role="status" className="quiet">
        {said}
      </p>
    </Section>
  );
}
