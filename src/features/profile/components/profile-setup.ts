import { SEX_REQUIRED } from "#src/features/profile/messages.ts";
import type { Profile, ProfilePatch } from "#src/features/profile/schema.ts";
import type { Sex, ShirtSize } from "#src/shared/choices.ts";
import { isPhoneDigits, PHONE_FORM, PHONE_REQUIRED } from "#src/shared/contact.ts";

/** The questions of the profile setup. */
export type ProfileFeature = "chats" | "profile" | "attendees";
export const PROFILE_TITLES: Readonly<Record<ProfileFeature, string>> = {
  chats: "Access Group Chats",
  profile: "Edit Your Profile",
  attendees: "See Who's Attending",
};

export type SetupField = "phone" | "sex" | "shirtSize";
export type SetupAnswers = { readonly phone: string; readonly sex: Sex | ""; readonly shirtSize: ShirtSize | "" };
/** The last step reviews the previous ones. */
export const REVIEW_STEP = 4;
export type SetupStep = 1 | 2 | 3 | typeof REVIEW_STEP;
export const SETUP_STEPS: readonly SetupStep[] = [1, 2, 3, REVIEW_STEP];
export const STEP_OF_FIELD: Readonly<Record<SetupField, SetupStep>> = { phone: 1, sex: 2, shirtSize: 3 };

/** The initial answers from the profile. */
export function setupAnswers({ phone, sex, shirtSize }: Profile): SetupAnswers {
  return { phone, sex, shirtSize: shirtSize as ShirtSize | "" };
}

/** A step's validation error; null if it is complete. */
export function stepFault(step: SetupStep, answers: SetupAnswers, feature: ProfileFeature): string | null {
  if (step === 1) {
    if (answers.phone === "") return PHONE_REQUIRED;
    return isPhoneDigits(answers.phone) ? null : PHONE_FORM;
  }
  // Required to open chats and attendee lists; optional when only editing the profile.
  if (step === 2 && answers.sex === "" && feature !== "profile") return SEX_REQUIRED;
  return null;
}

/** The changes to the profile: fields not set before, or all of them if a join form set them first. */
export function setupPatch(profile: Profile, { phone, sex, shirtSize }: SetupAnswers): ProfilePatch {
  const isOpen = (field: SetupField) => profile.isFromJoinForm === true || profile[field] === "";
  return {
    ...(isOpen("phone") && phone !== "" && { phone }),
    ...(isOpen("sex") && sex !== "" && { sex }),
    ...(isOpen("shirtSize") && shirtSize !== "" && { shirtSize }),
  };
}
