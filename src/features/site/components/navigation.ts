export type NavigationItem = {
  readonly label: string;
  readonly to: string;
  /** The pages that this item represents, if not its own and those below it. */
  readonly pages?: readonly string[];
};

const HOME: NavigationItem = { label: "Home", to: "/", pages: ["/", "/home"] };

/** In display order. */
export const VISITOR_NAVIGATION: readonly NavigationItem[] = [
  HOME,
  { label: "Join", to: "/join" },
  { label: "Events", to: "/events" },
  { label: "Photos", to: "/photos" },
  { label: "Subscribe", to: "/subscribe" },
  { label: "Unsubscribe", to: "/unsubscribe" },
  { label: "Login", to: "/login" },
];

/** In display order. */
export const MEMBER_NAVIGATION: readonly NavigationItem[] = [
  HOME,
  // Links to the list, which has the button. An event's page is unrelated to creating one.
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

/** Whether a navigation link is the current page. */
export function isCurrent(
  { to, pages }: NavigationItem,
  { pathname, search }: { pathname: string; search: string },
): boolean {
  // The photo wall is a view of /events with its own place in the navigation.
  const isPast = pathname === "/events" && new URLSearchParams(search).has("isPastEvents");
  const onPhotos = isPast || /^\/photos\/?$/i.test(pathname);
  if (onPhotos || to === "/photos") return onPhotos && to === "/photos";
  return pages ? pages.includes(pathname) : pathname === to || pathname.startsWith(`${to}/`);
}
