import styles from "#src/features/console/components/panel.module.css";
import { ListFrame } from "#src/features/console/components/list-frame.tsx";
import logs from "#src/features/console/components/log.module.css";
import { momentWords } from "#src/ui/moments.ts";
import { TypedField } from "#src/ui/typed-field.tsx";
import { useAddress } from "#src/ui/use-address.ts";
import { type PagedSource, usePagedList } from "#src/features/console/components/use-paged-list.ts";
import { eventDetail, EVENT_WORDS } from "#src/features/security/messages.ts";
import type { LoggedEvent, SecurityLog as SecurityLogPage } from "#src/features/security/schema.ts";
import { SECURITY_EVENT_KINDS } from "#src/shared/security.ts";
import { Button } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { SelectField } from "#src/ui/field.tsx";

const SOURCE: PagedSource<SecurityLogPage, LoggedEvent> = {
  cursor: "after",
  read: ({ events, next }) => ({ items: events, next }),
};

function Event({ event }: { event: LoggedEvent }) {
  const { kind, email, device, network, at } = event;
  const detail = eventDetail(event);
  const where = [device, network === "" ? "" : `Network ${network}`].filter((part) => part !== "").join(" · ");
  return (
    <li className={logs.entry}>
      <div className={logs.top}>
        <h3 className={logs.what}>
          {EVENT_WORDS[kind]}
          {email !== "" && <span className={logs.about}> {email}</span>}
        </h3>
        <time dateTime={at} className={styles.quiet}>
          {momentWords(at)}
        </time>
      </div>
      {detail !== "" && <p>{detail}</p>}
      {where !== "" && <p className={styles.quiet}>{where}</p>}
    </li>
  );
}

/** Sign-ins, failures and security changes of every account, the newest first. */
export function SecurityLog() {
  const [address, setAddress] = useAddress(["account", "event"]);
  const kind = SECURITY_EVENT_KINDS.find((known) => known === address.event);
  const query = new URLSearchParams({ search: address.account, ...(kind && { kind }) });
  const list = usePagedList<SecurityLogPage, LoggedEvent>(`/api/admin/security-log?${query}`, SOURCE);
  const isFiltered = address.account !== "" || kind !== undefined;
  return (
    <section aria-labelledby="security-log">
      <div className={styles.head}>
        <h2 id="security-log" className={styles.title}>
          Security log
        </h2>
        {isFiltered && (
          <Button variant="quiet" onClick={() => setAddress({ account: "", event: "" })}>
            Show everything
          </Button>
        )}
      </div>
      <form
        role="search"
        aria-label="The security log"
        className={styles.filters}
        onSubmit={(event) => event.preventDefault()}
      >
        <TypedField
          label="Email"
          type="search"
          placeholder="Part of the email"
          value={address.account}
          onValue={(account) => setAddress({ account })}
        />
        <SelectField label="Event" value={kind ?? ""} onValue={(event) => setAddress({ event })}>
          <option value="">Any event</option>
          {SECURITY_EVENT_KINDS.map((one) => (
            <option key={one} value={one}>
              {EVENT_WORDS[one]}
            </option>
          ))}
        </SelectField>
      </form>
      <ListFrame
        list={list}
        what="events"
        empty={<EmptyState picture="not-found" title={isFiltered ? "No events match" : "Nothing has happened yet"} />}
      >
        {(events) => (
          <ol className={logs.entries}>
            {events.map((event) => (
              <Event key={event.id} event={event} />
            ))}
          </ol>
        )}
      </ListFrame>
    </section>
  );
}
