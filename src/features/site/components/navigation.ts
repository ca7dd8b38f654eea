export type NavigationItem = {
  readonly label: string;
  readonly to: string;
  /** The pages that it stands for, where these are not its own and those below. */
  readonly pages?: readonly string[];
};

const HOME: NavigationItem = { label: "Home", to: "/", pages: ["/", "/home"] };

/** In the order in which it is shown. */
export const VISITOR_NAVIGATION: readonly NavigationItem[] = [
  HOME,
  { label: "Join", to: "/join" },
  { label: "Events", to: "/events" },
  { label: "Photos", to: "/photos" },
  { label: "Subscribe", to: "/subscribe" },
  { label: "Unsubscribe", to: "/unsubscribe" },
  { label: "Login", to: "/login" },
];

/** In the order in which it is shown. */
export const MEMBER_NAVIGATION: readonly NavigationItem[] = [
  HOME,
  // Leads to the list, where the button is. An event's own page has nothing to do with creating one.
  {
    label: "Create Event",
    to: "/events",
    pages: ["/events", "/create", "/create-event", "/events/create", "/events/create-event"],
  },
  { label: "Chats", to: "/chats" },
  { label: "Event Dashboard", to: "/dashboard" },
  { label: "Logout", to: "/logout" },
];

export const FOOTER_LINKS: readonly NavigationItem[] = [
  { label: "Data Deletion", to: "/data-deletion" },
  { label: "Privacy", to: "/privacy" },
  { label: "Terms", to: "/terms" },
  { label: "Unsubscribe", to: "/unsubscribe" },
];

/** Whether a link of the navigation leads to the page that is shown. */
export function isCurrent(
  { to, pages }: NavigationItem,
  { pathname, search }: { pathname: string; search: string },
): boolean {
  // The photo wall lives at /events, and has its own place in the navigation.
  const onPhotos = pathname === "/events" && new URLSearchParams(search).has("isPastEvents");
  if (onPhotos || to === "/photos") return onPhotos && to === "/photos";
  return pages ? pages.includes(pathname) : pathname === to || pathname.startsWith(`${to}/`);
}
