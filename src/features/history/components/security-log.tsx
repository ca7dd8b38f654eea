import logs from "#src/features/console/components/log.module.css";
import { TypedField } from "#src/ui/typed-field.tsx";
import { useAddress } from "#src/ui/use-address.ts";
import { type PagedSource, usePagedList } from "#src/features/console/components/use-paged-list.ts";
import { eventDetail, EVENT_WORDS } from "#src/features/security/messages.ts";
import type { LoggedEvent, SecurityLog as SecurityLogPage } from "#src/features/security/schema.ts";
import { SECURITY_EVENT_KINDS } from "#src/shared/security.ts";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Options, SelectField } from "#src/ui/field.tsx";
import { Filters, LogPanel, LogTop } from "#src/features/console/components/log-panel.tsx";

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
      <LogTop what={EVENT_WORDS[kind]} about={email} at={at} />
      {detail !== "" && <p>{detail}</p>}
      {where !== "" && <p className="quiet">{where}</p>}
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
    <LogPanel
      id="security-log"
      title="Security log"
      button={isFiltered ? { label: "Show everything", onClick: () => setAddress({ account: "", event: "" }) } : null}
      filters={
        <Filters label="The security log">
          <TypedField
            label="Email"
            placeholder="Part of the email"
            value={address.account}
            error={list.failure?.fields?.["search"]}
            onValue={(account) => setAddress({ account })}
          />
          <SelectField label="Event" value={kind ?? ""} onValue={(event) => setAddress({ event })}>
            <option value="">Any event</option>
            <Options of={SECURITY_EVENT_KINDS.map((one) => [one, EVENT_WORDS[one]])} />
          </SelectField>
        </Filters>
      }
      list={list}
      what={["event", "events"]}
      empty={<EmptyState picture="not-found" title={isFiltered ? "No events match" : "Nothing has happened yet"} />}
    >
      {(event) => <Event key={event.id} event={event} />}
    </LogPanel>
  );
}
