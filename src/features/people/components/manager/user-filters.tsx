import styles from "#src/features/console/components/panel.module.css";
import { TypedField } from "#src/ui/typed-field.tsx";
import {
  type FilterName,
  type UserFilters,
  PERIODS,
  SAVED_FILTERS,
} from "#src/features/people/components/manager/filters.ts";
import { OwnFilters } from "#src/features/people/components/manager/own-filters.tsx";
import { SelectField, TextField } from "#src/ui/field.tsx";
import { Filters } from "#src/features/console/components/log-panel.tsx";

type UserFiltersProps = {
  filters: UserFilters;
  onChange: (changes: Partial<Record<FilterName, string>>) => void;
};

/** Filters with a name, side by side: pressed while they are what is shown. */
function SavedFilters({ filters, onChange }: UserFiltersProps) {
  return (
    <div className={styles.saved} role="group" aria-label="Saved filters">
      {SAVED_FILTERS.map(({ label, query }) => {
        const names = Object.keys(query) as FilterName[];
        const isOn = names.every((name) => filters[name] === query[name]);
        const off = Object.fromEntries(names.map((name) => [name, ""]));
        return (
          <button
            key={label}
            type="button"
            className={styles.pill}
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

function Period({ filters, onChange }: UserFiltersProps) {
  const isBetween = filters.startDate !== "" || filters.endDate !== "" || filters.daysBack === "between";
  return (
    <>
      <SelectField
        label="Added"
        value={isBetween ? "between" : filters.daysBack}
        onValue={(daysBack) => onChange({ daysBack, startDate: "", endDate: "" })}
      >
        {PERIODS.map(({ days, label }) => (
          <option key={days} value={days}>
            {label}
          </option>
        ))}
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
            onValue={(startDate) => onChange({ startDate, daysBack: "between" })}
          />
          <TextField
            label="To"
            type="date"
            value={filters.endDate}
            onValue={(endDate) => onChange({ endDate, daysBack: "between" })}
          />
        </>
      )}
    </>
  );
}

/** The filters of the user manager. Saved ones are beside the form, because naming one is a form of its own. */
export function UserFilterBar({ filters, onChange }: UserFiltersProps) {
  return (
    <>
      <Fields filters={filters} onChange={onChange} />
      <SavedFilters filters={filters} onChange={onChange} />
    </>
  );
}

function Fields({ filters, onChange }: UserFiltersProps) {
  return (
    <Filters label="People">
      <div className={styles.grow}>
        <TypedField
          label="Search"
          type="search"
          placeholder="Name, nickname, email or phone"
          value={filters.search}
          onValue={(search) => onChange({ search })}
        />
      </div>
      <Period filters={filters} onChange={onChange} />
      <SelectField label="Sex" value={filters.sex} onValue={(sex) => onChange({ sex })}>
        <option value="">Any</option>
        <option value="female">Female</option>
        <option value="male">Male</option>
      </SelectField>
      <SelectField
        label="GroupMe ID"
        value={filters.hasGroupMeId}
        onValue={(hasGroupMeId) => onChange({ hasGroupMeId })}
      >
        <option value="">Any</option>
        <option value="true">Has one</option>
        <option value="false">Missing</option>
      </SelectField>
    </Filters>
  );
}
