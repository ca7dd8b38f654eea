import { describe, expect, it } from "vitest";
import { isCurrent, MEMBER_NAVIGATION, VISITOR_NAVIGATION } from "#src/features/site/components/navigation.ts";

const written = (items: typeof VISITOR_NAVIGATION) => items.map(({ label, to }) => `${label} ${to}`);

describe("the navigation", () => {
  it("has the links of a visitor, in order (NAV-02)", () => {
    expect(written(VISITOR_NAVIGATION)).toEqual([
      "Home /",
      "Join /join",
      "Events /events",
      "Photos /photos",
      "Subscribe /subscribe",
      "Unsubscribe /unsubscribe",
      "Login /login",
    ]);
  });

  it("has the links of a signed-in person, in order (NAV-03)", () => {
    expect(written(MEMBER_NAVIGATION)).toEqual([
      "Home /",
      "Create Event /events",
      "Chats /chats",
      "Event Dashboard /dashboard",
      "Logout /logout",
    ]);
  });

  it("marks the current page, and tells photos from events", () => {
    const current = (pathname: string, search = "", items = VISITOR_NAVIGATION) =>
      items.filter((item) => isCurrent(item, { pathname, search })).map(({ label }) => label);
    expect(current("/")).toEqual(["Home"]);
    expect(current("/home")).toEqual(["Home"]);
    expect(current("/events/2026-11-21-x")).toEqual(["Events"]);
    expect(current("/events", "?isPastEvents")).toEqual(["Photos"]);
    expect(current("/joining")).toEqual([]);
    const ofMember = (pathname: string, search = "") => current(pathname, search, MEMBER_NAVIGATION);
    for (const path of ["/events", "/create", "/create-event", "/events/create", "/events/create-event"])
      expect(ofMember(path)).toEqual(["Create Event"]);
    expect(ofMember("/events", "?chat=Dance")).toEqual(["Create Event"]);
    expect(ofMember("/events", "?isPastEvents")).toEqual([]);
    expect(ofMember("/events/2026-11-21-x")).toEqual([]);
  });
});
