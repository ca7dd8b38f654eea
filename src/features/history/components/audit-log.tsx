import { useRevalidator } from "react-router";
import { AuditEntryCard } from "#src/features/history/components/audit-entry.tsx";
import { ACTION_CHOICES } from "#src/features/history/components/log-words.ts";
import { TypedField } from "#src/ui/typed-field.tsx";
import { useAddress } from "#src/ui/use-address.ts";
import { type PagedSource, usePagedList } from "#src/features/console/components/use-paged-list.ts";
import type { AuditEntry, AuditPage } from "#src/features/history/schema.ts";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Options, SelectField, TextField } from "#src/ui/field.tsx";
import { Filters, LogPanel } from "#src/features/console/components/log-panel.tsx";

const NAMES = ["actor", "about", "action", "day", "subject"] as const;
const SOURCE: PagedSource<AuditPage, AuditEntry> = {
  cursor: "after",
  read: ({ entries, next }) => ({ items: entries, next }),
};

const KNOWN = new Set(ACTION_CHOICES.map(([action]) => action));

type Asked = { readonly actor: string; readonly about: string; readonly action: string; readonly day: string };

type LogFiltersProps = {
  asked: Asked;
  faults: Readonly<Record<string, string>>;
  onAsk: (asked: Partial<Asked>) => void;
};

function LogFilters({ asked, faults, onAsk }: LogFiltersProps) {
  return (
    <Filters label="The log">
      <TypedField
        label="Organizer"
        placeholder="Name or email"
        value={asked.actor}
        error={faults["actor"]}
        onValue={(actor) => onAsk({ actor })}
      />
      <TypedField
        label="Person or event"
        placeholder="Name or title"
        value={asked.about}
        error={faults["about"]}
        onValue={(about) => onAsk({ about })}
      />
      <SelectField label="What" value={asked.action} onValue={(chosen) => onAsk({ action: chosen })}>
        <option value="">Anything</option>
        <Options of={ACTION_CHOICES} />
      </SelectField>
      <TextField
        label="On the day"
        type="date"
        value={asked.day}
        error={faults["day"]}
        onValue={(chosen) => onAsk({ day: chosen })}
      />
    </Filters>
  );
}

/** The audit log: who changed what, before and after, with undo where possible. */
export function AuditLog() {
  const [address, setAddress] = useAddress(NAMES);
  const action = KNOWN.has(address.action) ? address.action : "";
  const query = new URLSearchParams({
    actor: address.actor,
    about: address.about,
    action,
    day: address.day,
    subject: address.subject,
  });
  const list = usePagedList<AuditPage, AuditEntry>(`/api/admin/audit?${query}`, SOURCE);
  const page = useRevalidator();
  const isFiltered = NAMES.some((name) => address[name] !== "");
  const showAll = () => setAddress({ actor: "", about: "", action: "", day: "", subject: "" });
  return (
    <LogPanel
      id="audit-log"
      title="Audit log"
      button={isFiltered ? { label: "Show everything", onClick: showAll } : null}
      filters={
        <>
          <LogFilters
            asked={{ actor: address.actor, about: address.about, action, day: address.day }}
            faults={list.failure?.fields ?? {}}
            onAsk={setAddress}
          />
          {address.subject !== "" && <p className="quiet">The history of one person.</p>}
        </>
      }
      list={list}
      what={["entry", "entries"]}
      empty={
        <EmptyState
          picture="not-found"
          title={isFiltered ? "No entries match" : "Nothing has been changed for others yet"}
        />
      }
    >
      {(entry) => (
        <AuditEntryCard
          key={entry.id}
          entry={entry}
          onActor={(actor) => setAddress({ actor })}
          onUndone={() => {
            list.reload();
            // Group settings appear on every page.
            if (entry.action === "settings_changed") void page.revalidate();
          }}
        />
      )}
    </LogPanel>
  );
}
