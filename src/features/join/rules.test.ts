import { describe, expect, test } from "vitest";
import { STEP_INCOMPLETE } from "#src/features/join/messages.ts";
import {
  EMAIL_INVALID,
  EMAIL_REQUIRED,
  FIRST_NAME_REQUIRED,
  LAST_NAME_REQUIRED,
  PHONE_FORM,
  PHONE_REQUIRED,
} from "#src/shared/contact.ts";
import {
  type Answers,
  checkStep,
  chosenEvents,
  draftPayload,
  type EventChoice,
  interestList,
  interestWords,
  LONGEST,
  NO_ANSWERS,
  type Step,
  stepAfter,
  stepBefore,
  stepOfField,
  STEPS,
  stripTitle,
  submissionPayload,
} from "#src/features/join/rules.ts";
import { joinDraftSchema, joinSubmissionSchema } from "#src/features/join/schema.ts";
import { INTERESTS } from "#src/shared/choices.ts";

const ID = "0190a1b2-0000-7000-8000-000000000001";
const RUN: EventChoice = {
  title: "Sunrise Run",
  date: "November 22, 2026",
  time: "6:45 AM",
  socialEventId: "2026-11-22-sunrise-run",
  weekday: "Sunday",
  shortDate: "Nov 22",
  note: null,
  isPast: false,
};
const BONFIRE: EventChoice = {
  ...RUN,
  title: "Bonfire",
  socialEventId: "2026-11-27-bonfire",
  shortDate: "Nov 27",
  note: null,
  isPast: false,
};
const COMPLETE: Answers = {
  ...NO_ANSWERS,
  phone: "9045550142",
  firstName: "Ana",
  lastName: "Ruiz",
  email: "ana@example.com",
};

function messages(step: Step, answers: Partial<Answers>): string[] {
  return checkStep(step, { ...COMPLETE, ...answers }).map((fault) => fault.message);
}

describe("validation of a step", () => {
  test("[JOIN-01] there are nine steps; the defaults are sex male and shirt M", () => {
    expect(STEPS).toHaveLength(9);
    expect([stepAfter(1), stepAfter(8), stepAfter(9)]).toEqual([2, 9, 9]);
    expect([stepBefore(1), stepBefore(2), stepBefore(9)]).toEqual([1, 1, 8]);
    expect(NO_ANSWERS).toMatchObject({ sex: "male", shirtSize: "M" });
  });

  test("[JOIN-04] step 1 requires a phone number", () => {
    expect(messages(1, { phone: "" })).toEqual([PHONE_REQUIRED]);
    expect(messages(1, { phone: "904" })).toEqual([PHONE_FORM]);
    expect(messages(1, {})).toEqual([]);
  });

  test("[JOIN-05] step 2 requires both names", () => {
    expect(messages(2, { firstName: " ", lastName: "" })).toEqual([FIRST_NAME_REQUIRED, LAST_NAME_REQUIRED]);
    expect(messages(2, { lastName: "" })).toEqual([LAST_NAME_REQUIRED]);
    expect(messages(2, {})).toEqual([]);
  });

  test("[JOIN-06] step 3 requires a plausible email address", () => {
    expect(messages(3, { email: "" })).toEqual([EMAIL_REQUIRED]);
    expect(messages(3, { email: "ana@example" })).toEqual([EMAIL_INVALID]);
    expect(messages(3, { email: " ana@example.com " })).toEqual([]);
  });

  test.each([4, 5, 6] as const)("[JOIN-07] step %i validates the earlier answers again", (step) => {
    expect(messages(step, {})).toEqual([]);
    expect(messages(step, { phone: "", lastName: "", email: "x" })).toEqual([
      PHONE_REQUIRED,
      LAST_NAME_REQUIRED,
      EMAIL_INVALID,
    ]);
  });

  test("[JOIN-07] any other fault says that something is missing; steps 7 and 8 never do", () => {
    expect(messages(2, { firstName: "a".repeat(101) })).toEqual([STEP_INCOMPLETE]);
    expect(messages(4, { sex: "" as Answers["sex"] })).toEqual([STEP_INCOMPLETE]);
    expect(messages(5, { instagram: "a".repeat(101) })).toEqual([STEP_INCOMPLETE]);
    expect(messages(6, { otherInterests: "a".repeat(LONGEST.otherInterests + 1) })).toEqual([STEP_INCOMPLETE]);
    for (const step of [7, 8] as const) expect(checkStep(step, NO_ANSWERS)).toEqual([]);
  });
});

describe("the request", () => {
  test("[JOIN-12] the final submission, field by field", () => {
    const answers: Answers = {
      ...COMPLETE,
      firstName: " Ana ",
      sex: "female",
      shirtSize: "S",
      instagram: "@ana",
      interests: ["volleyball", "dance"],
      otherInterests: " chess ",
      events: [RUN.socialEventId],
      referredBy: "A friend",
      message: "See you",
    };
    expect(submissionPayload(ID, answers, [RUN, BONFIRE])).toEqual({
      submissionId: ID,
      complete: true,
      email: "ana@example.com",
      formType: "formSocialGroupChat",
      firstName: "Ana",
      lastName: "Ruiz",
      phone: "9045550142",
      photo: "default",
      referredBy: "A friend",
      zsex: "female",
      socials: "instagram: @ana",
      reInterestedInEvents: "volleyball,dance,chess",
      selectedEvents: [
        { title: "Sunrise Run", date: "November 22, 2026", time: "6:45 AM", socialEventId: "2026-11-22-sunrise-run" },
      ],
      shirtsize: "S",
      message: "See you",
    });
  });

  test("[JOIN-12] an answer of under two characters is sent as 'default'", () => {
    const payload = submissionPayload(ID, { ...COMPLETE, referredBy: " x ", message: "" }, []);
    expect(payload).toMatchObject({ referredBy: "default", message: "default", socials: "" });
  });

  test("[JOIN-09] the longest answers the wizard accepts pass the server's schema", () => {
    const answers: Answers = {
      ...COMPLETE,
      firstName: "a".repeat(LONGEST.name),
      lastName: "b".repeat(LONGEST.name),
      instagram: "c".repeat(LONGEST.instagram),
      interests: INTERESTS,
      otherInterests: "d".repeat(LONGEST.otherInterests),
      referredBy: "e".repeat(LONGEST.referredBy),
      message: "f".repeat(LONGEST.message),
      events: [RUN.socialEventId],
    };
    expect(joinSubmissionSchema.safeParse(submissionPayload(ID, answers, [RUN])).error).toBeUndefined();
  });

  test("[JOIN-02] a draft contains the answers up to its step, and the server can store it", () => {
    const first = draftPayload(ID, 1, COMPLETE, [RUN]);
    expect(first).toEqual({
      submissionId: ID,
      complete: false,
      formType: "formSocialGroupChat",
      photo: "default",
      phone: "9045550142",
    });
    expect(Object.keys(draftPayload(ID, 4, COMPLETE, []))).toEqual(
      expect.arrayContaining(["email", "zsex", "shirtsize"]),
    );
    expect(draftPayload(ID, 6, COMPLETE, [])).not.toHaveProperty("selectedEvents");
    for (const step of STEPS)
      expect(joinDraftSchema.safeParse(draftPayload(ID, step, COMPLETE, [RUN])).success).toBe(true);
  });

  test("[JOIN-10] interests are in list order, with the free text last", () => {
    expect(INTERESTS).toHaveLength(16);
    expect(interestList({ ...NO_ANSWERS, interests: ["yoga", "biking"], otherInterests: "" })).toBe("yoga,biking");
    expect(interestList({ ...NO_ANSWERS, otherInterests: "chess, darts" })).toBe("chess, darts");
    expect(interestList(NO_ANSWERS)).toBe("");
    expect(interestWords({ ...NO_ANSWERS, interests: ["yoga", "biking"], otherInterests: "chess" })).toBe(
      "yoga, biking and chess",
    );
  });

  test("an event that is no longer offered is not sent", () => {
    expect(chosenEvents({ ...NO_ANSWERS, events: [BONFIRE.socialEventId, "gone"] }, [RUN, BONFIRE])).toEqual([BONFIRE]);
  });

  test("a field maps to its step; fields that the wizard fills in map to none", () => {
    expect(["phone", "zsex", "selectedEvents.0.title", "formType"].map(stepOfField)).toEqual([1, 4, 7, undefined]);
  });
});

test("[JOIN-11] a title keeps only letters, digits, spaces and - ' $ ( ) +", () => {
  expect(stripTitle("Salsa Night: $5 (21+) - it's on!")).toBe("Salsa Night $5 (21+) - it's on");
  expect(stripTitle("🏐 Volleyball & Tacos <b>")).toBe("Volleyball Tacos b");
  expect(stripTitle("Café del Mar")).toBe("Café del Mar");
});
