import type { NewSocialEvent } from "#src/db/tables/events.ts";
import type { NewUser } from "#src/db/tables/users.ts";
import type { Day } from "#src/shared/dates.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { instantOf } from "#src/shared/zones.server.ts";

/** Lower case, punctuation gone, spaces to hyphens. */
function slug(title: string): string {
  const words = title
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, "")
    .trim();
  return words.replace(/[\s-]+/g, "-");
}

/** An event with every field filled sensibly; what a test or the town cares about, it says. */
export function makeEvent(event: Partial<NewSocialEvent> & { day: Day }): NewSocialEvent {
  const title = event.title ?? "Beach Volleyball";
  const startTime = event.startTime ?? "18:00:00";
  const timeZone = event.timeZone ?? "America/New_York";
  return {
    id: `${event.day}-${slug(title)}`,
    title,
    description: "All levels. We bring the net and the ball.",
    startTime,
    timeZone,
    startsAt: instantOf(event.day, startTime, timeZone),
    lengthMinutes: 120,
    location: "South Beach Park, Jacksonville Beach",
    capacity: 24,
    host: "Ana Ruiz",
    chat: "Volleyball",
    imgKey: "volleyball",
    ...event,
  };
}

let made = 0;

/** A person nobody else is: e-mail and phone are their own unless given. */
export function makeUser(user: Partial<NewUser> = {}): NewUser {
  made += 1;
  const firstName = user.firstName ?? "Sam";
  const lastName = user.lastName ?? `Shore${made}`;
  return {
    userId: uuidv7(Date.now()),
    firstName,
    lastName,
    email: `${firstName}.${lastName}@example.com`.toLowerCase(),
    phone: `904555${String(made).padStart(4, "0")}`,
    zsex: "male",
    shirtsize: "M",
    referredBy: "a friend",
    reInterestedInEvents: ["volleyball"],
    ...user,
  };
}
