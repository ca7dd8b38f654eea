import type { NewChat } from "#src/db/tables/chats.ts";
import type { NewSocialEvent } from "#src/db/tables/events.ts";
import type { NewUser } from "#src/db/tables/users.ts";
import { eventIdOf } from "#src/features/events/rules.ts";
import type { Day } from "#src/shared/dates.ts";
import { uuidv7 } from "#src/shared/ids.ts";
import { instantOf } from "#src/shared/zones.server.ts";

/** An event with every field filled sensibly; what a test or the town cares about, it says. */
export function makeEvent(event: Partial<NewSocialEvent> & { day: Day }): NewSocialEvent {
  const title = event.title ?? "Beach Volleyball";
  const startTime = event.startTime ?? "18:00:00";
  const timeZone = event.timeZone ?? "America/New_York";
  return {
    id: eventIdOf(title, event.day),
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

/** A person nobody else is: email and phone are their own unless given. No test types a number that begins so. */
export function makeUser(user: Partial<NewUser> = {}): NewUser {
  made += 1;
  const firstName = user.firstName ?? "Sam";
  const lastName = user.lastName ?? `Shore${made}`;
  return {
    userId: uuidv7(Date.now()),
    firstName,
    lastName,
    email: `${firstName}.${lastName}@example.com`.toLowerCase(),
    phone: `850200${String(made).padStart(4, "0")}`,
    zsex: "male",
    shirtsize: "M",
    referredBy: "a friend",
    reInterestedInEvents: ["volleyball"],
    ...user,
  };
}

/** An empty chat. */
export function makeChat(chat: Partial<NewChat> = {}): NewChat {
  const createdAt = chat.createdAt ?? new Date("2026-01-05T18:00:00Z");
  return {
    id: "volleyball",
    name: "Volleyball",
    description: "Sand, net, sunset.",
    imageUrl: "chat-volleyball",
    createdAt,
    updatedAt: createdAt,
    ...chat,
  };
}
