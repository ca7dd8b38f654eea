/** The tab 'Social Events'. */
export function SocialEventsTab() {
  return null;
}
