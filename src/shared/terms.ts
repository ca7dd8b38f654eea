/** The days of every text of /terms so far, oldest first. A change that matters to members adds one. */
export const TERMS_VERSIONS = ["2026-11-22"] as const;
export type TermsVersion = (typeof TERMS_VERSIONS)[number];
/** The one that /terms shows. */
export const TERMS_VERSION: TermsVersion = "2026-11-22";

/** Below this age nobody joins. */
export const ADULT_AGE = 18;
export const AGREEMENT_REQUIRED = `Please tick the box: to go on you must be ${ADULT_AGE} or older and agree to the Terms and the Privacy page.`;
