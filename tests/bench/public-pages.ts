type ListedEvent = { readonly socialEventId: string; readonly startsAt: string; readonly spacesLeft: number | "" };

/** The events to come, in the order of the list. Throws if there is none. */
export async function comingEvents(origin: string): Promise<[ListedEvent, ...ListedEvent[]]> {
  const response = await fetch(`${origin}/api/social-events`);
  const { socialEvents } = (await response.json()) as { socialEvents: ListedEvent[] };
  const [first, ...others] = socialEvents;
  if (!first) throw new Error("there is no event to look at");
  return [first, ...others];
}

/**
 * The paths of the public pages: the home page, every page that its navigation, its footer and its text link to, and one
 * event's page for all of them.
 */
export async function publicPages(origin: string): Promise<string[]> {
  const html = await (await fetch(`${origin}/`)).text();
  const linked = [...html.matchAll(/<a\b[^>]*\bhref="(\/[^"]*)"/g)].flatMap(([, path]) => path ?? []);
  const [event] = await comingEvents(origin);
  const pages = linked.filter((path) => !path.startsWith("/events/"));
  return [...new Set(["/", "/events", `/events/${event.socialEventId}`, "/join", "/subscribe", ...pages])];
}
