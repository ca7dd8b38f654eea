/** The user manager's filters, by their names in the address, which are those of the API. */
export const FILTER_NAMES = ["search", "daysBack", "sex", "hasGroupMeId", "startDate", "endDate"] as const;
export type FilterName = (typeof FILTER_NAMES)[number];
export type UserFilters = Readonly<Record<FilterName, string>>;

/** The default period of the list. A search covers everybody unless a period is chosen. */
const DAYS_BACK = "10";
/** Since before there was a group. */
const EVER = "36500";

export const PERIODS = [
  { days: "7", label: "In the last 7 days" },
  { days: DAYS_BACK, label: "In the last 10 days" },
  { days: "30", label: "In the last 30 days" },
  { days: "365", label: "In the last year" },
  { days: EVER, label: "At any time" },
] as const;

/** `Only people added in the last 10 days.`; null when everyone is shown. */
export function periodWords({ daysBack }: UserFilters): string | null {
  return daysBack === EVER || daysBack === "between" ? null : `Only people added in the last ${daysBack} days.`;
}

export const SAVED_FILTERS: readonly { label: string; query: Partial<UserFilters> }[] = [
  { label: "Last 7 days", query: { daysBack: "7" } },
  { label: "Missing GroupMe ID", query: { hasGroupMeId: "false" } },
  { label: "Female", query: { sex: "female" } },
  { label: "Male", query: { sex: "male" } },
];

export const EVERYBODY: Partial<UserFilters> = {
  daysBack: EVER,
  sex: "",
  hasGroupMeId: "",
  startDate: "",
  endDate: "",
};

/** The filters of an address. Values that make no sense count as not given. */
export function filtersOf(address: Readonly<Record<FilterName, string>>): UserFilters {
  const isDay = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value);
  const isPeriod = address.daysBack === "between" || /^[1-9]\d{0,4}$/.test(address.daysBack);
  return {
    search: address.search.slice(0, 100),
    daysBack: isPeriod ? address.daysBack : address.search.trim() === "" ? DAYS_BACK : EVER,
    sex: ["female", "male"].includes(address.sex) ? address.sex : "",
    hasGroupMeId: ["true", "false"].includes(address.hasGroupMeId) ? address.hasGroupMeId : "",
    startDate: isDay(address.startDate) ? address.startDate : "",
    endDate: isDay(address.endDate) ? address.endDate : "",
  };
}

/** As the API takes them: 'between' two days of which none is chosen yet is at any time. */
export function queryOf(filters: UserFilters): Partial<UserFilters> {
  const daysBack = filters.daysBack === "between" ? EVER : filters.daysBack;
  return Object.fromEntries(Object.entries({ ...filters, daysBack }).filter(([, value]) => value !== ""));
}
