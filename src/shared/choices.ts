/** Interests, in the order of the forms. */
export const INTERESTS = [
  "volleyball",
  "pickleball",
  "basketball",
  "dance",
  "yoga",
  "hiking",
  "biking",
  "skating",
  "running",
  "kayaking",
  "frisbee",
  "learning new languages",
  "learning new skills",
  "game nights",
  "beach hangouts",
  "paddle boarding",
] as const;

/** Bounds the lists of a person's record, such as interests: far more than anyone chooses. */
export const MOST_ENTRIES = 200;
/** As long as the join form's interests, which may be a single one. */
export const LONGEST_ENTRY = 1000;

export const SEXES = ["male", "female"] as const;
export type Sex = (typeof SEXES)[number];
export const SEX_CHOICES = SEXES.map((value) => ({ value, label: value === "male" ? "Male" : "Female" }));

export const JOIN_SHIRT_SIZES = ["XS", "S", "M", "L", "XL", "XXL"] as const;
/** Sizes on the profile form. */
export const SHIRT_SIZES = [...JOIN_SHIRT_SIZES, "3XL"] as const;
export type ShirtSize = (typeof SHIRT_SIZES)[number];

/** The join form's value for an unanswered text question; stored as received and shown as empty. */
export const NO_ANSWER = "default";

/** A stored answer as displayed. */
export const answerWords = (answer: string) => (answer === NO_ANSWER ? "" : answer);

/** The id of the chat in which organizers write to members. */
export const ANNOUNCEMENTS = "announcements";

/** "Unlimited" capacity; API clients rely on this number. */
export const UNLIMITED_SPACES = 1000;

/** Maximum guests per person at an event; its host may allow fewer. */
export const MOST_GUESTS = 3;
