export type NavigationItem = { readonly label: string; readonly to: string };

/** In the order in which it is shown. */
export const VISITOR_NAVIGATION: readonly NavigationItem[] = [
  { label: "Home", to: "/" },
  { label: "Join", to: "/join" },
  { label: "Events", to: "/events" },
  { label: "Photos", to: "/photos" },
  { label: "Subscribe", to: "/subscribe" },
  { label: "Unsubscribe", to: "/unsubscribe" },
  { label: "Login", to: "/login" },
];

const CREATE_EVENT = "Create Event";

/** In the order in which it is shown. */
export const MEMBER_NAVIGATION: readonly NavigationItem[] = [
  { label: "Home", to: "/" },
  { label: CREATE_EVENT, to: "/events" },
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

/** The form for a new event, under any of its addresses. */
const isCreatePage = (pathname: string): boolean => /^\/(?:events\/)?create/.test(pathname);

/** Whether a link of the navigation leads to the page that is shown. */
export function isCurrent(
  { label, to }: NavigationItem,
  { pathname, search }: { pathname: string; search: string },
): boolean {
  // The photo wall lives at /events, and has its own place in the navigation.
  const onPhotos = pathname === "/events" && new URLSearchParams(search).has("isPastEvents");
  if (to === "/photos") return onPhotos;
  if (to === "/") return pathname === "/" || pathname === "/home";
  // Leads to the list, where the button is. An event's own page has nothing to do with creating one.
  if (label === CREATE_EVENT) return isCreatePage(pathname) || (pathname === to && !onPhotos);
  return !onPhotos && (pathname === to || pathname.startsWith(`${to}/`));
}
