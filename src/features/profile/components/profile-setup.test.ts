import { expect, test } from "vitest";
import { setupPatch, stepFault } from "#src/features/profile/components/profile-setup.ts";
import { setOnceFaults } from "#src/features/profile/rules.ts";
import type { Profile } from "#src/features/profile/schema.ts";

const profile = { phone: "", sex: "female", shirtSize: "" } as Profile;

test("[DASH-04] a phone is required to continue; sex too, if it grants access", () => {
  const answers = { phone: "", sex: "", shirtSize: "" } as const;
  expect(stepFault(1, answers, "chats")).toBe("Phone number is required.");
  expect(stepFault(1, { ...answers, phone: "904555" }, "chats")).toBe("A phone number has 7 to 15 digits.");
  expect(stepFault(1, { ...answers, phone: "9045550142" }, "chats")).toBeNull();
  expect(stepFault(2, answers, "attendees")).toBe("Choose male or female.");
  expect(stepFault(2, answers, "profile")).toBeNull();
  expect(stepFault(3, answers, "chats")).toBeNull();
});

test("[DASH-04] only fields missing from the profile are sent", () => {
  expect(setupPatch(profile, { phone: "9045550142", sex: "female", shirtSize: "" })).toEqual({ phone: "9045550142" });
});

test("[DASH-04] fields from a join form are all sent, so that their owner has confirmed each", () => {
  const answers = { phone: "9045550142", sex: "female", shirtSize: "" } as const;
  expect(setupPatch({ ...profile, isFromJoinForm: true }, answers)).toEqual({ phone: "9045550142", sex: "female" });
});

test("[DASH-04] a set-once field cannot change; the same value is no change", () => {
  const now = { phone: "9045550142", sex: "", shirtSize: "M" };
  expect(setOnceFaults(now, { phone: "9045550142", sex: "male", shirtSize: "L" })).toEqual({
    shirtSize: "cannot be changed after initial setup",
  });
  expect(setOnceFaults(now, {})).toEqual({});
});
