import { expect, test } from "vitest";
import {
  BLANK,
  CHAT_IMAGES,
  completed,
  copied,
  type Draft,
  draftFrom,
  faultsOf,
  payloadOf,
  shortLocationOf,
  TIMES,
  WEBSITE_IMAGES,
} from "#src/features/events/form/rules/draft.ts";
import { passwordOf, splitPassword } from "#src/features/events/create/rules/password.ts";
import { PLACES } from "#src/shared/places.ts";
import { previewOf } from "#src/features/events/form/rules/preview.ts";
import { readCost, readDay, readLength, readTime } from "#src/features/events/form/rules/read-values.ts";
import { newEventSchema } from "#src/features/events/create/schema.ts";
import { eventIdOf, tidyEventId } from "#src/features/events/rules.ts";
import { slug } from "#src/shared/slug.ts";
import { pictures } from "#src/shared/pictures.generated.ts";

const FILLED: Draft = {
  ...BLANK,
  title: "Beach Bonfire & S'mores!",
  date: "2026-12-05",
  length: "1.5",
  location: "Mickler's Landing, 1109 Ponte Vedra Blvd",
  description: "Bring a blanket.",
  cost: "7.50",
  host: "Ana Ruiz",
  chat: "Other Events",
};

test("[CREATE-02] an id is the date and the title in lower case, without punctuation, with hyphens for spaces", () => {
  expect(eventIdOf("Beach Bonfire & S'mores!", "2026-12-05")).toBe("2026-12-05-beach-bonfire-smores");
  expect(eventIdOf("  Café -- Olé  ", "2026-12-05")).toBe("2026-12-05-cafe-ole");
  expect(eventIdOf("海", "2026-12-05")).toBe("2026-12-05-event");
  expect(slug("word ".repeat(40))).toMatch(/^(?:word-){15}word$/);
});

test("[CREATE-02] a typed id is normalized: a missing year is added, and the date is the event's", () => {
  expect(tidyEventId("12-05 Beach Fire", "2026-12-05")).toBe("2026-12-05-beach-fire");
  expect(tidyEventId("2026-12-04-Beach_Fire!", "2026-12-05")).toBe("2026-12-05-beachfire");
  expect(tidyEventId("Beach Fire", "2026-12-05")).toBe("2026-12-05-beach-fire");
  expect(tidyEventId("2026-12-05", "2026-12-05")).toBe("2026-12-05-event");
});

test("[CREATE-02] the id follows title and date until one is typed", () => {
  expect(completed(FILLED).socialEventId).toBe("2026-12-05-beach-bonfire-smores");
  expect(completed({ ...FILLED, socialEventId: "2026-12-05-fire" }).socialEventId).toBe("2026-12-05-fire");
});

test("[CREATE-04] the short location is the first 15 characters of the title, at most three words", () => {
  expect(shortLocationOf("Sunset Volleyball at the pier")).toBe("Sunset Volleyba");
  expect(shortLocationOf("A day at a beach")).toBe("A day at");
  expect(shortLocationOf("Beach Bonfire 🔥 night")).toBe("Beach Bonfire");
  expect(completed(FILLED).shortLocation).toBe("Beach Bonfire &");
  expect(completed({ ...FILLED, shortLocation: "North lot" }).shortLocation).toBe("North lot");
});

test("[CREATE-01, CREATE-04] times are quarter hours with 18:00 as the default, and polls default to TBD", () => {
  expect([BLANK.time, BLANK.hostId, BLANK.pollText, BLANK.pollPrivateLocation]).toEqual(["18:00", "0", "TBD", "TBD"]);
  expect([TIMES.length, TIMES[1], TIMES.at(-1)]).toEqual([96, "00:15", "23:45"]);
});

test("[CREATE-05] the payload has every field under the API's name", () => {
  expect(payloadOf(FILLED)).toEqual({
    title: "Beach Bonfire & S'mores!",
    socialEventId: "2026-12-05-beach-bonfire-smores",
    date: "December 5, 2026",
    time: "6:00 PM",
    length: "1.5 hrs",
    location: "Mickler's Landing, 1109 Ponte Vedra Blvd",
    privateLocation: "",
    shortLocation: "Beach Bonfire &",
    description: "Bring a blanket.",
    cost: 7.5,
    spacesLeft: "",
    generalpublic: true,
    host: "Ana Ruiz",
    host1: "group-host",
    host2: "none",
    password: "Ana Ruiz, 0",
    chat: "Other Events",
    groupMeChatUrl: "none",
    groupMeChatId: "",
    facebookLink: "",
    organizerVenmo: "",
    organizerCashApp: "",
    groupmeImg: "chat-other-events",
    imgKey: "pier-sunrise",
    pollText: "TBD",
    pollPrivateLocation: "TBD",
  });
  expect(newEventSchema.safeParse(payloadOf(FILLED)).error).toBeUndefined();
});

test("[CREATE-01] only a repeating event sends its number of weeks", () => {
  expect(payloadOf({ ...FILLED, weeks: "4" }).weeks).toBe(4);
  expect(newEventSchema.parse(payloadOf(FILLED)).weeks).toBe(1);
});

test("[CREATE-05] one hour is '1hr'; a members-only event sends 'join group for location' and a separate place", () => {
  expect(payloadOf({ ...FILLED, length: "1", isMembersOnly: true, isPublic: false, spacesLeft: "12" })).toMatchObject({
    length: "1hr",
    location: "join group for location",
    privateLocation: FILLED.location,
    generalpublic: false,
    spacesLeft: 12,
  });
});

test("[CREATE-03] the password is the Host ID, preceded by the names and phone if given", () => {
  const nobody = { hostName: "", submitterName: "", phone: "" };
  expect(passwordOf({ ...nobody, hostId: "0" })).toBe("0");
  expect(passwordOf({ ...nobody, hostId: "" })).toBe("0");
  expect(passwordOf({ hostName: "Ana Ruiz", submitterName: " Sam ", phone: "904-555-0101", hostId: "H-1" })).toBe(
    "Ana Ruiz, Sam, 904-555-0101, H-1",
  );
});

test("[CREATE-03] the Host ID is the last word of a password, whatever the separators", () => {
  expect(splitPassword("H-1")).toEqual({ hostId: "H-1", others: "" });
  expect(splitPassword("Ana Ruiz, Sam, 904-555-0101, H-1")).toEqual({
    hostId: "H-1",
    others: "Ana Ruiz, Sam, 904-555-0101",
  });
  expect(splitPassword("Ana Ruiz | H-1 ")).toEqual({ hostId: "H-1", others: "Ana Ruiz" });
  expect(splitPassword("")).toEqual({ hostId: "", others: "" });
});

test("[CREATE-06] 55 named places with addresses, 6 group-chat images and 13 website images that exist", () => {
  const places = PLACES.flatMap((kind) => kind.places);
  expect(places).toHaveLength(55);
  expect(new Set(places.map(([name]) => name)).size).toBe(55);
  for (const [name, address] of places) expect(`${name}: ${address}`).toMatch(/: .+, (?:[A-Z][a-z]+ ?)+$/);
  expect([CHAT_IMAGES.length, WEBSITE_IMAGES.length]).toEqual([6, 13]);
  for (const image of [...CHAT_IMAGES, ...WEBSITE_IMAGES]) expect(pictures).toHaveProperty(image);
});

test("[CREATE-07] a copy fills everything except the date, the id and the submitter", () => {
  const typed: Draft = { ...BLANK, date: "2026-12-24", hostId: "H-1", phone: "9045550101" };
  const event = {
    ...previewOf({ ...FILLED, spacesLeft: "20" }, "2026-11-21", "America/New_York"),
    going: 4,
    groupMeChatUrl: "none",
    groupmeImg: "chat-dance",
    shortLocation: "North lot",
  };
  const copy = copied(typed, { ...event, spacesLeft: 16 });
  expect(copy).toMatchObject({
    title: FILLED.title,
    date: "2026-12-24",
    time: "18:00",
    length: "1.5",
    location: FILLED.location,
    cost: "7.5",
    spacesLeft: "20",
    hostId: "H-1",
    phone: "9045550101",
    groupMeChatUrl: "",
    groupmeImg: "chat-dance",
    shortLocation: "North lot",
  });
  expect(completed(copy).socialEventId).toBe("2026-12-24-beach-bonfire-smores");
  expect(copied({ ...typed, host: "Sam Hill" }, { ...event, organizerVenmo: "ana-at-the-beach" })).toMatchObject({
    host: "Sam Hill",
    organizerVenmo: "",
  });
  expect(copied({ ...typed, host: event.host }, { ...event, organizerVenmo: "ana-at-the-beach" })).toMatchObject({
    host: "Ana Ruiz",
    organizerVenmo: "ana-at-the-beach",
  });
  const hidden = copied(typed, { ...event, location: "join group for location", membersOnly: true });
  expect([hidden.location, hidden.isMembersOnly]).toEqual(["", true]);
});

test("a stored draft is parsed field by field, and invalid fields are blank", () => {
  expect(draftFrom({ ...FILLED, socialEventId: "2026-12-05-x" })).toEqual({ ...FILLED, socialEventId: "2026-12-05-x" });
  expect(draftFrom({ title: 4, time: "18:10", chat: 5, socialEventId: 1, odd: "x" })).toEqual(BLANK);
  expect(draftFrom(null)).toEqual(BLANK);
});

test("errors are shown at the field that fixes them", () => {
  expect(faultsOf({ privateLocation: "Where?", password: "No.", odd: "x" }, FILLED)).toEqual({
    location: "Where?",
    hostId: "No.",
  });
  expect(faultsOf({ date: "When?", socialEventId: "Id?" }, BLANK)).toEqual({ date: "When?" });
});

test("[CREATE-05] parses dates, times, lengths and costs as people write them", () => {
  expect(["2026-12-05", "December 5, 2026", "Dec 5 2026", "2026-02-30", "Smarch 5, 2026", ""].map(readDay)).toEqual([
    "2026-12-05",
    "2026-12-05",
    "2026-12-05",
    null,
    null,
    null,
  ]);
  expect(["18:00", "6:00 PM", "12:15 am", "6pm", "24:00", "13:00 PM", "six"].map(readTime)).toEqual([
    "18:00",
    "18:00",
    "00:15",
    "18:00",
    null,
    null,
    null,
  ]);
  expect(["1hr", "2 hrs", "1.5 hrs", 3, "0", "-1", 169, ""].map(readLength)).toEqual([
    60,
    120,
    90,
    180,
    null,
    null,
    null,
    null,
  ]);
  expect([0, "12.50", "$5", 12.5, -1, "free", 10_001].map(readCost)).toEqual([0, 1250, 500, 1250, null, null, null]);
});
