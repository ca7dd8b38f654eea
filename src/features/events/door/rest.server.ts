import { setGreeter } from "#src/features/events/door/commands/greeters.server.ts";
import { checkIn, markAttendance } from "#src/features/events/door/commands/marks.server.ts";
import { MARKS_REFUSED } from "#src/features/events/door/messages.ts";
import { getCheckInCode, getDoor } from "#src/features/events/door/queries.server.ts";
import {
  checkedInSchema,
  checkInCodeSchema,
  checkInSchema,
  doorSchema,
  marksSchema,
} from "#src/features/events/door/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requirePerson, requireUnblocked } from "#src/policy/viewer.ts";

export const readDoor = endpoint({
  summary: "The door list of an event (its host, greeters, organizers)",
  answer: doorSchema,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params }) => getDoor(app, person, params.eventId),
});

export const postMarks = endpoint({
  summary: "Mark who came; the last mark of a person counts, a mark sent twice counts once",
  body: marksSchema,
  answer: doorSchema,
  invalidMessage: MARKS_REFUSED,
  // A phone sends marks every few seconds, and one account may use several phones.
  rateLimit: { name: "door_marks", max: 300, windowSeconds: 60 },
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params, body }) => markAttendance(app, person, params.eventId, body.marks),
});

export const readCheckInCode = endpoint({
  summary: "A check-in code to show, valid for ten minutes and only while the event lasts",
  answer: checkInCodeSchema,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params }) => getCheckInCode(app, person, params.eventId),
});

export const postCheckIn = endpoint({
  summary: "Check yourself in with the code that the host shows",
  body: checkInSchema,
  answer: checkedInSchema,
  rateLimit: { name: "check_in", max: 60, windowSeconds: 600 },
  admit: requireUnblocked,
  params: ["eventId"],
  handle: (app, person, { params, body }) => checkIn(app, person, params.eventId, body.code),
});

export const putGreeter = endpoint({
  summary: "Name a greeter for an event (its host, organizers)",
  answer: doorSchema,
  admit: requirePerson,
  params: ["eventId", "userId"],
  handle: (app, person, { params }) =>
    setGreeter(app, person, params.eventId, { userId: params.userId, isGreeter: true }),
});

export const deleteGreeter = endpoint({
  summary: "Remove a greeter (its host, organizers)",
  answer: doorSchema,
  admit: requirePerson,
  params: ["eventId", "userId"],
  handle: (app, person, { params }) =>
    setGreeter(app, person, params.eventId, { userId: params.userId, isGreeter: false }),
});
