/** The user manager's filters, by query parameter; the API uses the same names. */
export const FILTER_NAMES = [
  "search",
  "daysBack",
  "sex",
  "hasGroupMeId",
  "startDate",
  "endDate",
  "membership",
  "attended",
  "unsubscribed",
  "tag",
] as const;
export type FilterName = (typeof FILTER_NAMES)[number];
export type UserFilters = Readonly<Record<FilterName, string>>;

/** The default period. A search covers everyone unless a period is chosen. */
const DAYS_BACK = "10";
/** Longer than any group has existed. */
const EVER = "36500";

export const PERIODS = [
  { days: "7", label: "In the last 7 days" },
  { days: DAYS_BACK, label: "In the last 10 days" },
  { days: "30", label: "In the last 30 days" },
  { days: "365", label: "In the last year" },
  { days: EVER, label: "At any time" },
] as const;

/** `Showing people added in the last 10 days.`; null if everyone is shown. */
export function periodWords({ daysBack, startDate, endDate }: UserFilters): string | null {
  const isBetween = daysBack === "between" || startDate !== "" || endDate !== "";
  return isBetween || daysBack === EVER ? null : `Showing people added in the last ${daysBack} days.`;
}

export const SAVED_FILTERS: readonly { label: string; query: Partial<UserFilters> }[] = [
  { label: "Last 7 days", query: { daysBack: "7" } },
  { label: "Missing GroupMe ID", query: { hasGroupMeId: "false" } },
  { label: "Female", query: { sex: "female" } },
  { label: "Male", query: { sex: "male" } },
];

type Choices = readonly (readonly [value: string, label: string])[];

/** The select filters: their labels, and their options besides "Any". */
export const CHOICES = {
  sex: {
    label: "Sex",
    choices: [
      ["female", "Female"],
      ["male", "Male"],
    ],
  },
  hasGroupMeId: {
    label: "GroupMe ID",
    choices: [
      ["true", "Has one"],
      ["false", "Missing"],
    ],
  },
  membership: {
    label: "Membership",
    choices: [
      ["member", "Member"],
      ["lapsed", "Lapsed"],
      ["never", "Never a member"],
    ],
  },
  attended: {
    label: "Last attended",
    choices: [
      ["last_30_days", "In the last 30 days"],
      ["last_90_days", "In the last 90 days"],
      ["over_90_days_ago", "Over 90 days ago"],
      ["never", "Never"],
    ],
  },
  unsubscribed: {
    label: "Mails",
    choices: [
      ["false", "Subscribed"],
      ["true", "Unsubscribed"],
    ],
  },
} as const satisfies Partial<Record<FilterName, { label: string; choices: Choices }>>;
export type ChoiceName = keyof typeof CHOICES;
export const CHOICE_NAMES = Object.keys(CHOICES) as readonly ChoiceName[];

export const EVERYBODY: Partial<UserFilters> = {
  daysBack: EVER,
  sex: "",
  hasGroupMeId: "",
  startDate: "",
  endDate: "",
  membership: "",
  attended: "",
  unsubscribed: "",
  tag: "",
};

/** The filters in a URL. Invalid values are ignored. */
export function filtersOf(address: Readonly<Record<FilterName, string>>): UserFilters {
  const isDay = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value);
  const chosen = (name: ChoiceName) =>
    CHOICES[name].choices.some(([value]) => value === address[name]) ? address[name] : "";
  const isPeriod = address.daysBack === "between" || /^[1-9]\d{0,4}$/.test(address.daysBack);
  return {
    search: address.search.slice(0, 100),
    daysBack: isPeriod ? address.daysBack : address.search.trim() === "" ? DAYS_BACK : EVER,
    sex: chosen("sex"),
    hasGroupMeId: chosen("hasGroupMeId"),
    startDate: isDay(address.startDate) ? address.startDate : "",
    endDate: isDay(address.endDate) ? address.endDate : "",
    membership: chosen("membership"),
    attended: chosen("attended"),
    unsubscribed: chosen("unsubscribed"),
    tag: address.tag.slice(0, 40),
  };
}

/** The number of active filters, besides the search and the default period. */
export function countOn(filters: UserFilters): number {
  const isPeriod = filters.daysBack !== DAYS_BACK && filters.daysBack !== EVER;
  return [isPeriod, filters.tag !== "", ...CHOICE_NAMES.map((name) => filters[name] !== "")].filter(Boolean).length;
}

/** The filters as API parameters. A 'between' without any date means any time. */
export function queryOf(filters: UserFilters): Partial<UserFilters> {
  const daysBack = filters.daysBack === "between" ? EVER : filters.daysBack;
  return Object.fromEntries(Object.entries({ ...filters, daysBack }).filter(([, value]) => value !== ""));
}
