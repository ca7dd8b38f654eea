export const SPAN_WORDS = { weeks: "4 weeks", quarter: "Quarter", year: "Year" } as const;
