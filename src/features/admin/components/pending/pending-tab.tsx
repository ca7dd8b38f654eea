/** The tab 'Pending Requests'. */
export function PendingTab() {
  return null;
}
