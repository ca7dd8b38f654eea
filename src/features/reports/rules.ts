/** Open, taken by an owner, or closed. Derived from the row's owner and closing time. */
export const REPORT_STATES = ["open", "in_progress", "closed"] as const;
export type ReportState = (typeof REPORT_STATES)[number];

export function stateOf(row: { readonly doneAt: Date | null; readonly ownerSub: string | null }): ReportState {
  if (row.doneAt !== null) return "closed";
  return row.ownerSub === null ? "open" : "in_progress";
}
