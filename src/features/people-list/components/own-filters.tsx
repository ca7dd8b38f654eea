import { useState } from "react";
import styles from "#src/features/console/components/panel.module.css";
import { FILTER_NAMES, type UserFilters } from "#src/features/people-list/components/filters.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { TextField } from "#src/ui/field.tsx";

const KEY = "sandbar-user-filters";
const MOST = 12;

type Own = { readonly label: string; readonly query: UserFilters };

function readOwn(): Own[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(list) ? (list as Own[]).filter(({ label, query }) => label && query) : [];
  } catch {
    // Storage is unavailable.
    return [];
  }
}

function keepOwn(list: readonly Own[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // The filters last until the page is left.
  }
}

function NameDialog({ onName, onClose }: { onName: (name: string) => void; onClose: () => void }) {
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  return (
    <Dialog title="Save this filter" onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() === "") setError("Give the filter a name.");
          else onName(name.trim());
        }}
      >
        <TextField
          label="Name"
          maxLength={40}
          value={name}
          error={error}
          onValue={setName}
          hint="Saved in this browser only."
        />
        <div className="buttons">
          <Button type="submit">Save filter</Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type OwnFiltersProps = { filters: UserFilters; onChange: (filters: UserFilters) => void };

/** Saved filters, stored in this browser. */
export function OwnFilters({ filters, onChange }: OwnFiltersProps) {
  const [own, setOwn] = useState(readOwn);
  const [isNaming, setIsNaming] = useState(false);
  const change = (list: readonly Own[]) => {
    const kept = list.slice(-MOST);
    keepOwn(kept);
    setOwn([...kept]);
  };
  return (
    <>
      {own.map((one) => {
        const isOn = FILTER_NAMES.every((name) => filters[name] === one.query[name]);
        return (
          <span key={one.label} className={styles.pair}>
            <button type="button" className={styles.pill} aria-pressed={isOn} onClick={() => onChange(one.query)}>
              {one.label}
            </button>
            <button
              type="button"
              className={styles.forget}
              onClick={() => change(own.filter((other) => other !== one))}
            >
              <span aria-hidden>×</span>
              <span className="visually-hidden">Forget the filter {one.label}</span>
            </button>
          </span>
        );
      })}
      <button type="button" className={styles.textButton} onClick={() => setIsNaming(true)}>
        Save this filter
      </button>
      {isNaming && (
        <NameDialog
          onClose={() => setIsNaming(false)}
          onName={(label) => {
            change([...own.filter((other) => other.label !== label), { label, query: filters }]);
            setIsNaming(false);
          }}
        />
      )}
    </>
  );
}
