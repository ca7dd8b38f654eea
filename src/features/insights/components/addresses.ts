import type { Span } from "#src/features/insights/schema.ts";
import type { Day } from "#src/shared/dates.ts";

/** The lists behind the numbers. */
export const LISTS = [
  "came",
  "newcomers",
  "returning",
  "signUps",
  "missed",
  "events",
  "newMembers",
  "members",
] as const;
export type ListName = (typeof LISTS)[number];

export type Days = { readonly from: Day; readonly to: Day };

const inConsole = (app: string, query: Readonly<Record<string, string>>) =>
  `?${new URLSearchParams({ tab: "apps", app, ...query })}`;

export const numbersAt = (span: Span) => inConsole("insights", { span });

export const listAt = (span: Span, list: ListName, { from, to }: Days) =>
  inConsole("insights", { span, list, from, to });

/** People added between two days, in the User Manager. */
export const addedAt = ({ from, to }: Days) =>
  inConsole("users", { daysBack: "between", startDate: from, endDate: to });

/** Payments of a month. */
export const paymentsAt = (month: string) => inConsole("payments", { month });
