export const DAYS_IN_ORDER = "The last day cannot be before the first.";

export const SPAN_WORDS = { weeks: "4 weeks", quarter: "Quarter", year: "Year" } as const;
