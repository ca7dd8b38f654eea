import { type Answers, isStep, LONGEST, NO_ANSWERS, type Step } from "#src/features/join/rules.ts";
import { JOIN_SHIRT_SIZES, SEXES } from "#src/shared/choices.ts";
import { TERMS_VERSION } from "#src/shared/terms.ts";

/** One run of the wizard, as stored in this tab. */
export type StoredDraft = {
  readonly submissionId: string;
  readonly step: Step;
  /** The furthest step reached. */
  readonly furthest: Step;
  readonly answers: Answers;
  /**
   * The event in the page's address. Stored, so that it is chosen once and stays unchosen after the applicant removes
   * it.
   */
  readonly cameFor: string | null;
};

const DRAFT_KEY = "join-draft";
/** Marks the wizard while a stored draft or the success page is restored, so that step 1 does not flash. */
export const RESTORING = "data-restoring";

/** Runs inside the wizard's element before first paint. */
export const restoringScript = `try{if(sessionStorage.getItem("${DRAFT_KEY}")||history.state&&history.state.joinSent)document.currentScript.parentElement.setAttribute("${RESTORING}","")}catch(e){}`;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: unknown, longest: number): string {
  return typeof value === "string" ? value.slice(0, longest) : "";
}

function oneOf<T extends string>(value: unknown, choices: readonly T[], otherwise: T): T {
  return choices.find((choice) => choice === value) ?? otherwise;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}

function readAnswers(kept: unknown): Answers {
  if (!isRecord(kept)) return NO_ANSWERS;
  return {
    phone: text(kept.phone, 15).replace(/\D/g, ""),
    firstName: text(kept.firstName, LONGEST.name),
    lastName: text(kept.lastName, LONGEST.name),
    email: text(kept.email, LONGEST.email),
    sex: oneOf(kept.sex, SEXES, NO_ANSWERS.sex),
    shirtSize: oneOf(kept.shirtSize, JOIN_SHIRT_SIZES, NO_ANSWERS.shirtSize),
    instagram: text(kept.instagram, LONGEST.instagram),
    interests: texts(kept.interests),
    otherInterests: text(kept.otherInterests, LONGEST.otherInterests),
    events: texts(kept.events),
    referredBy: text(kept.referredBy, LONGEST.referredBy),
    message: text(kept.message, LONGEST.message),
    // Consent to an earlier version of the terms is asked again.
    agreedTerms: kept.agreedTerms === TERMS_VERSION ? TERMS_VERSION : "",
  };
}

/** The stored run; null if there is none, it cannot be read, or storage is unavailable. */
export function readDraft(): StoredDraft | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(DRAFT_KEY) ?? "null");
    if (!isRecord(kept) || typeof kept.submissionId !== "string" || !isStep(kept.step)) return null;
    const furthest = isStep(kept.furthest) && kept.furthest > kept.step ? kept.furthest : kept.step;
    const cameFor = typeof kept.cameFor === "string" ? kept.cameFor : null;
    return { submissionId: kept.submissionId, step: kept.step, furthest, answers: readAnswers(kept.answers), cameFor };
  } catch {
    return null;
  }
}

/** Stores the run in this tab. If storage is full or unavailable, the wizard works without it. */
export function writeDraft(draft: StoredDraft): void {
  try {
    sessionStorage.setItem(DRAFT_KEY, JSON.stringify(draft));
  } catch {
    // Nothing to do: the input lives as long as the page.
  }
}

/** Deletes that run, and no other. */
export function clearDraft(submissionId: string): void {
  if (readDraft()?.submissionId !== submissionId) return;
  try {
    sessionStorage.removeItem(DRAFT_KEY);
  } catch {
    // Unavailable storage holds nothing.
  }
}
