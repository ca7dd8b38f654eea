import IconAdjustmentsHorizontal from "@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs";
import { useId, useState } from "react";
import panel from "#src/features/console/components/panel.module.css";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import type { Tags } from "#src/features/notes/schema.ts";
import styles from "#src/features/people-list/components/user-filters.module.css";
import { type Sorting, type SortBy, type SortOrder, SORTS } from "#src/features/people-list/components/sorts.ts";
import { TypedField } from "#src/ui/typed-field.tsx";
import {
  CHOICE_NAMES,
  CHOICES,
  countOn,
  type FilterName,
  type UserFilters,
  PERIODS,
  SAVED_FILTERS,
} from "#src/features/people-list/components/filters.ts";
import { OwnFilters } from "#src/features/people-list/components/own-filters.tsx";
import { Options, SelectField, TextField } from "#src/ui/field.tsx";
import { Filters } from "#src/features/console/components/log-panel.tsx";

type UserFiltersProps = {
  filters: UserFilters;
  onChange: (changes: Partial<Record<FilterName, string>>) => void;
};
type Faulty = { readonly faults: Readonly<Record<string, string>> };

/** Saved filters as toggle buttons; pressed if they match the current filters. */
function SavedFilters({ filters, onChange }: UserFiltersProps) {
  return (
    <div className={panel.saved} role="group" aria-label="Saved filters">
      {SAVED_FILTERS.map(({ label, query }) => {
        const names = Object.keys(query) as FilterName[];
        const isOn = names.every((name) => filters[name] === query[name]);
        const off = Object.fromEntries(names.map((name) => [name, ""]));
        return (
          <button
            key={label}
            type="button"
            className={panel.pill}
            aria-pressed={isOn}
            onClick={() => onChange(isOn ? off : query)}
          >
            {label}
          </button>
        );
      })}
      <OwnFilters filters={filters} onChange={onChange} />
    </div>
  );
}

function Period({ filters, faults, onChange }: UserFiltersProps & Faulty) {
  const isBetween = filters.startDate !== "" || filters.endDate !== "" || filters.daysBack === "between";
  return (
    <>
      <SelectField
        label="Added"
        value={isBetween ? "between" : filters.daysBack}
        onValue={(daysBack) => onChange({ daysBack, startDate: "", endDate: "" })}
      >
        <Options of={PERIODS.map(({ days, label }) => [days, label])} />
        {!PERIODS.some(({ days }) => days === filters.daysBack) && !isBetween && (
          <option value={filters.daysBack}>In the last {filters.daysBack} days</option>
        )}
        <option value="between">Between two days</option>
      </SelectField>
      {isBetween && (
        <>
          <TextField
            label="From"
            type="date"
            value={filters.startDate}
            error={faults["startDate"]}
            onValue={(startDate) => onChange({ startDate, daysBack: "between" })}
          />
          <TextField
            label="To"
            type="date"
            value={filters.endDate}
            error={faults["endDate"]}
            onValue={(endDate) => onChange({ endDate, daysBack: "between" })}
          />
        </>
      )}
    </>
  );
}

function TagFilter({ filters, onChange }: UserFiltersProps) {
  const { value } = useLoaded<Tags>("/api/admin/tags", consoleFetch);
  const tags = value?.tags ?? [];
  return (
    <SelectField label="Tag" value={filters.tag} onValue={(tag) => onChange({ tag })}>
      <option value="">Any</option>
      {filters.tag !== "" && !tags.includes(filters.tag) && <option value={filters.tag}>{filters.tag}</option>}
      <Options of={tags.map((tag) => [tag, tag])} />
    </SelectField>
  );
}

type SortChoiceProps = { sorting: Sorting; onSort: (sorting: Sorting) => void };

/** The sort order as a select, where there are no headings to press. */
function SortChoice({ sorting: { sortBy, sortOrder }, onSort }: SortChoiceProps) {
  return (
    <SelectField
      label="Sort"
      value={`${sortBy} ${sortOrder}`}
      onValue={(value) => {
        const [by, order] = value.split(" ") as [SortBy, SortOrder];
        onSort({ sortBy: by, sortOrder: order });
      }}
    >
      {(Object.keys(SORTS) as SortBy[]).flatMap((by) =>
        (["desc", "asc"] as const).map((order) => (
          <option key={by + order} value={`${by} ${order}`}>
            {SORTS[by][order]}
          </option>
        )),
      )}
    </SelectField>
  );
}

function Choices({ filters, onChange }: UserFiltersProps) {
  return CHOICE_NAMES.map((name) => (
    <SelectField
      key={name}
      label={CHOICES[name].label}
      value={filters[name]}
      onValue={(value) => onChange({ [name]: value })}
    >
      <option value="">Any</option>
      <Options of={CHOICES[name].choices} />
    </SelectField>
  ));
}

/**
 * The user manager's search, filters and sort order. On phones everything but the search is behind a button. Saved
 * filters are outside the form, because naming one is a form of its own.
 */
export function UserFilterBar({
  filters,
  faults,
  onChange,
  children,
  ...sort
}: UserFiltersProps & Faulty & SortChoiceProps & { children: React.ReactNode }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const count = countOn(filters);
  return (
    <div className={styles.bar} data-open={isOpen || undefined}>
      <Filters label="People">
        <div className={styles.search}>
          <TypedField
            label="Search"
            placeholder="Name, email or phone"
            value={filters.search}
            error={faults["search"]}
            onValue={(search) => onChange({ search })}
          />
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconAdjustmentsHorizontal size={20} stroke={1.75} aria-hidden />
            Filters
            {count > 0 && (
              <span className={panel.badge}>
                {count}
                <span className="visually-hidden"> on</span>
              </span>
            )}
          </button>
        </div>
        <div id={id} className={styles.choices}>
          <Period filters={filters} faults={faults} onChange={onChange} />
          <Choices filters={filters} onChange={onChange} />
          <TagFilter filters={filters} onChange={onChange} />
          <div className={styles.sort}>
            <SortChoice {...sort} />
          </div>
        </div>
      </Filters>
      <div className={styles.savedFilters}>
        <SavedFilters filters={filters} onChange={onChange} />
      </div>
      {children}
    </div>
  );
}
