/** The tab 'Apps'. */
export function AppsTab() {
  return null;
}
