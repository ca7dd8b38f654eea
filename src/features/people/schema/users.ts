import { z } from "zod";
import { isEmailAddress, isPhoneDigits, normalizeEmail, PHONE_FORM, phoneDigits } from "#src/shared/contact.ts";
import { DAYS_IN_ORDER } from "#src/features/people/messages.ts";
import { text, daySchema, optional } from "#src/shared/fields.ts";
import { LONGEST_ENTRY, MOST_ENTRIES, SEXES, SHIRT_SIZES } from "#src/shared/choices.ts";
import { USER_ROLES, USER_SEXES, USER_STATUSES } from "#src/shared/states.ts";

/** A person's record as organizers see it, with the console's field names. */
export const userSchema = z.object({
  userId: z.string(),
  id: z.string().describe("The same as userId"),
  firstName: z.string(),
  lastName: z.string(),
  name: z.string().describe("First and last name"),
  nickname: z.string(),
  email: z.string(),
  phone: z.string().describe("Digits"),
  zphone2: z.string(),
  zsex: z.enum(USER_SEXES),
  age: z.number().int().nullable(),
  shirtsize: z.string(),
  groupMeUserId: z.string(),
  referredBy: z.string(),
  reInterestedInEvents: z.string().describe("Comma-joined"),
  selectedEvents: z.string().describe("socialEventIds, comma-joined"),
  zmessage: z.string(),
  socials: z.string(),
  role: z.enum(USER_ROLES).describe("The current role of their account; read-only"),
  status: z.enum(USER_STATUSES),
  dateAdded: z.string().describe("ISO 8601"),
  createdAt: z.string().describe("ISO 8601"),
  updatedAt: z.string().describe("ISO 8601"),
});
export type User = z.infer<typeof userSchema>;

const EMAIL_FORM = "Please enter a valid email address";
const SHORTENED =
  "A spreadsheet shortened this number, so its digits are lost. Format the column as text, then export it again.";
const AGE_FORM = "An age is a whole number from 1 to 120, or empty.";
const SHIRT_SIZE_FORM = `A shirt size is one of ${SHIRT_SIZES.join(", ")}, or empty.`;

const email = text(100)
  .transform(normalizeEmail)
  .refine((value) => value === "" || isEmailAddress(value), { error: EMAIL_FORM });
const phone = text(40)
  // `9.045550311E+9`: Excel's format for a long number.
  .refine((value) => !/\dE\+?\d/i.test(value), { error: SHORTENED, abort: true })
  .transform(phoneDigits)
  .refine((value) => value === "" || isPhoneDigits(value), { error: PHONE_FORM });

/** A JSON array, or comma-separated entries. */
function entriesOf(value: string | readonly string[]): string[] {
  if (typeof value !== "string") return value.flatMap((entry) => entry.split(","));
  if (!value.startsWith("[")) return value.split(",");
  try {
    const list: unknown = JSON.parse(value);
    if (Array.isArray(list)) return list.flatMap((entry) => (typeof entry === "string" ? entry.split(",") : []));
  } catch {
    // Not JSON after all: the bracket is an ordinary character.
  }
  return value.split(",");
}

const list = z
  .union([text(10_000), z.array(text(LONGEST_ENTRY)).max(MOST_ENTRIES)], {
    error: "This must be a list, or text with commas.",
  })
  .transform((value) => [...new Set(entriesOf(value).map((entry) => entry.trim()))].filter((entry) => entry !== ""))
  .refine((entries) => entries.length <= MOST_ENTRIES, { error: `At most ${MOST_ENTRIES} entries.` })
  .describe("A JSON list, or comma-separated text");

const age = z
  .union(
    [
      z.literal(""),
      z.number().int({ error: AGE_FORM }).min(1, { error: AGE_FORM }).max(120, { error: AGE_FORM }),
      z.null(),
    ],
    { error: AGE_FORM },
  )
  .transform((value) => (value === "" ? null : value));

const shirtsize = text(20)
  .transform((size) => size.toUpperCase())
  .refine((size) => size === "" || SHIRT_SIZES.some((known) => known === size), { error: SHIRT_SIZE_FORM });

const FIELDS = {
  firstName: text(100),
  lastName: text(100),
  nickname: text(100),
  email,
  phone,
  zphone2: phone,
  zsex: z.enum(USER_SEXES, { error: "Choose male, female or nothing." }),
  age,
  shirtsize,
  groupMeUserId: text(100),
  referredBy: text(1000),
  reInterestedInEvents: list,
  selectedEvents: list,
  zmessage: text(1000),
  socials: text(200),
  status: z.enum(USER_STATUSES, { error: "Choose applied or approved." }),
};
const recordFields = z.object(FIELDS);

/** The fields of a record that organizers can set. */
export type UserFields = z.infer<typeof recordFields>;
export type UserField = keyof UserFields;
/** Every field, in display order. */
export const USER_FIELDS = Object.keys(FIELDS) as readonly UserField[];

/** Splits 'Ana Maria Ruiz' into the first word and the rest if only the full name was given. */
function withNames({ name, ...fields }: Partial<UserFields> & { name?: string | undefined }): Partial<UserFields> {
  if (name === undefined || fields.firstName !== undefined || fields.lastName !== undefined) return fields;
  const [firstName = "", ...rest] = name.split(/\s+/);
  return { ...fields, firstName, lastName: rest.join(" ") };
}

/** Fields of a record to change; omitted ones stay. Unknown ones are ignored. */
export const userFieldsSchema = recordFields
  .partial()
  .extend({ name: text(200).optional().describe("Instead of firstName and lastName") })
  .transform(withNames);

export const userId = text(100).min(1, { error: "Say who: a userId." });

const matchedSchema = userSchema.extend({ reasons: z.array(z.string()).describe("Why they may be the same person") });
export type Matched = z.infer<typeof matchedSchema>;
export const matchesSchema = z.object({ matches: z.array(matchedSchema).describe("Best first, at most ten") });
export type Matches = z.infer<typeof matchesSchema>;

const agreedTerms = z
  .object({ version: z.string(), at: z.iso.datetime() })
  .nullable()
  .describe("The version of the terms they accepted last; null if never asked");
export const oneUserSchema = z.object({ user: userSchema, agreedTerms });
export type OneUser = z.infer<typeof oneUserSchema>;
export const savedUserSchema = z.object({ success: z.literal(true), message: z.string(), user: userSchema });
export const deletedSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  deleted: z.number().int(),
  auditIds: z.array(z.string()).describe("The audit entries from which each deletion can be undone"),
});

/** A whole number in a query. */
export function wholeNumber(otherwise: number, max: number) {
  const error = `This must be a whole number from 1 to ${max}.`;
  return z
    .string()
    .default(String(otherwise))
    .refine((value) => /^\d{1,6}$/.test(value) && Number(value) >= 1 && Number(value) <= max, { error })
    .transform(Number);
}

export const userPageQuerySchema = z.object({
  page: wholeNumber(1, 100_000).describe("Default: 1"),
  after: text(300).optional().describe("Continue after this page, even if people were added since; replaces `page`"),
  limit: wholeNumber(10, 100).describe("Default: 10"),
  search: text(100).default("").describe("Part of a name, email address or phone number"),
});
export const userPageSchema = z.object({
  users: z.array(userSchema),
  totalPages: z.number().int(),
  total: z
    .number()
    .int()
    .describe("Counted up to 100,000; a search up to 10,000, and estimated if it matches more than one record in 200"),
  page: z.number().int(),
  next: z.string().nullable().describe("The cursor of the next page; null on the last one"),
});

/** A hundred years, meaning everyone. */
export const MOST_DAYS_BACK = 36_500;

export const MEMBERSHIPS = ["member", "lapsed", "never"] as const;
const ATTENDED = ["last_30_days", "last_90_days", "over_90_days_ago", "never"] as const;

/** The filters of the user manager. */
export const userFilterSchema = z.object({
  search: text(100).default("").describe("Part of a name, nickname, email address or phone number"),
  daysBack: wholeNumber(10, MOST_DAYS_BACK).describe("Default: 10; ignored with startDate or endDate"),
  sex: optional(z.enum(SEXES, { error: "Choose male or female." })),
  hasGroupMeId: optional(z.enum(["true", "false"], { error: "Choose true or false." })),
  startDate: optional(daySchema),
  endDate: optional(daySchema),
  membership: optional(z.enum(MEMBERSHIPS, { error: "Choose member, lapsed or never." })).describe(
    "Counted as in announcements: members that an organizer put into the group are members",
  ),
  unsubscribed: optional(z.enum(["true", "false"], { error: "Choose true or false." })).describe(
    "Whether their inbox unsubscribed from the group's mails",
  ),
  attended: optional(z.enum(ATTENDED, { error: "Choose when they last came to an event." })),
  tag: optional(text(40)),
});
export type UserFilter = z.infer<typeof userFilterSchema>;

/** Adds the check that a filter's two days are in order. */
export const inOrder = <S extends z.ZodType<Pick<UserFilter, "startDate" | "endDate">>>(filter: S): S =>
  filter.refine(({ startDate = "", endDate }) => endDate === undefined || startDate <= endDate, {
    error: DAYS_IN_ORDER,
    path: ["endDate"],
  });
