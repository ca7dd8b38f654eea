import { expect, test } from "vitest";
import {
  changeOf,
  draftOf,
  editFaults,
  mineOf,
  rebased,
  withCourse,
  withTheirs,
} from "#src/features/events/edit/rules/edit.ts";
import type { EventSettings } from "#src/features/events/edit/schema.ts";

const ID = "2026-12-12-dune-fire";
const BASE: EventSettings = {
  title: "Dune Fire",
  date: "2026-12-12",
  time: "17:40",
  lengthMinutes: 100,
  location: "Dune 9",
  membersOnly: true,
  privateLocation: "Dune 9",
  generalpublic: true,
  description: "Bring wood.\r\n",
  cost: 7.5,
  spaces: null,
  guestsPerPerson: 0,
  status: "scheduled",
  cancelReason: "",
  host: "Ana Ruiz",
  chat: "Something of old",
  imgKey: "",
  groupmeImg: "",
  groupMeChatUrl: "none",
  groupMeChatId: "",
  facebookLink: "",
  organizerVenmo: "",
  organizerCashApp: "",
  shortLocation: "",
  bring: "",
  mapPoint: "",
  pollText: "",
  pollPrivateLocation: "TBD",
};
const DRAFT = draftOf(BASE, ID);

test("[API-01] an untouched form changes nothing, whatever the stored values", () => {
  expect(changeOf(BASE, DRAFT)).toEqual({});
});

test("[API-01] every minute of a length survives the form", () => {
  for (let minutes = 1; minutes <= 600; minutes += 1)
    expect(mineOf(draftOf({ ...BASE, lengthMinutes: minutes }, ID), BASE, "lengthMinutes")).toBe(minutes);
});

test("[API-01] only changed settings are sent, with the API's names and values", () => {
  expect(
    changeOf(BASE, { ...DRAFT, title: "Dune Fire ", time: "18:00", cost: "8", spacesLeft: "12", location: "Dune 10" }),
  ).toEqual({ time: "18:00", cost: 8, spaces: 12, location: "Dune 10", privateLocation: "Dune 10" });
  expect(changeOf(BASE, { ...DRAFT, length: "", groupMeChatUrl: "https://chat.example/x" })).toEqual({
    lengthMinutes: null,
    groupMeChatUrl: "https://chat.example/x",
  });
});

test("[API-01] [DASH-06] a new date or time shows a postponed event as scheduled, but does not send the status", () => {
  const postponed: EventSettings = { ...BASE, status: "postponed" };
  const change = changeOf(postponed, { ...DRAFT, date: "2026-12-19" });
  expect(change).toEqual({ date: "2026-12-19" });
  expect(withCourse(postponed, change)).toEqual({ date: "2026-12-19", status: "scheduled" });
  expect(withCourse(postponed, { time: "18:00" })).toEqual({ time: "18:00", status: "scheduled" });
  expect(withCourse(postponed, { title: "Dune Walk" })).toEqual({ title: "Dune Walk" });
  expect(withCourse({ ...BASE, status: "cancelled" }, change)).toEqual(change);
});

test("[API-01] an unreadable field is an error and is not sent as another value", () => {
  const odd = { ...DRAFT, length: "long", cost: "free", spacesLeft: "1.5" };
  expect(Object.keys(editFaults(odd))).toEqual(["length", "cost", "spacesLeft"]);
  expect(editFaults(DRAFT)).toEqual({});
});

test("[API-01] rebasing keeps my changes on top of another person's; different changes of one field conflict", () => {
  const theirs = { ...BASE, title: "Their Fire", host: "Bo Lind", cost: 9 };
  const mine = { ...DRAFT, title: "My Fire", description: "Come.", cost: "9" };
  const { draft, conflicts } = rebased(mine, BASE, theirs);
  expect(draft).toMatchObject({ title: "My Fire", description: "Come.", host: "Bo Lind", cost: "9" });
  expect(conflicts).toEqual(["title"]);
  expect(withTheirs(draft, theirs, "title").title).toBe("Their Fire");
  expect(changeOf(theirs, draft)).toEqual({ title: "My Fire", description: "Come." });
});
