/** Versions of /terms by date, oldest first. Add one for each change that matters to members. */
export const TERMS_VERSIONS = ["2026-11-22"] as const;
export type TermsVersion = (typeof TERMS_VERSIONS)[number];
/** The version shown at /terms. */
export const TERMS_VERSION: TermsVersion = "2026-11-22";

export const ADULT_AGE = 18;
export const AGREEMENT_REQUIRED = `Please tick the box: to go on you must be ${ADULT_AGE} or older and agree to the Terms and the Privacy page.`;
