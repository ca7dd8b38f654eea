import { FIELD_LABELS } from "#src/features/people/messages.ts";
import type { Column } from "#src/features/people/schema/csv.ts";
import { USER_FIELDS } from "#src/features/people/schema/users.ts";
import { USER_STATUSES } from "#src/shared/states.ts";

/**
 * Maps a table's headings to fields: our own, common spreadsheet headings, and exports from Google Contacts, Wild
 * Apricot and Meetup (decision 0067).
 */
const ALIASES: Readonly<Record<string, Column>> = {
  name: "name",
  fullname: "name",
  membername: "name",
  displayname: "name",
  first: "firstName",
  givenname: "firstName",
  forename: "firstName",
  last: "lastName",
  surname: "lastName",
  familyname: "lastName",
  mail: "email",
  emailaddress: "email",
  email1: "email",
  email1value: "email",
  primaryemail: "email",
  email2: "secondEmail",
  email2value: "secondEmail",
  secondemail: "secondEmail",
  secondaryemail: "secondEmail",
  alternateemail: "secondEmail",
  mobile: "phone",
  mobilephone: "phone",
  cell: "phone",
  cellphone: "phone",
  homephone: "phone",
  telephone: "phone",
  phonenumber: "phone",
  phone1: "phone",
  phone1value: "phone",
  phone2: "zphone2",
  phone2value: "zphone2",
  sex: "zsex",
  gender: "zsex",
  size: "shirtsize",
  groupmeid: "groupMeUserId",
  interests: "reInterestedInEvents",
  referral: "referredBy",
  userid: "userId",
  id: "userId",
};

const plain = (heading: string) => heading.toLowerCase().replace(/[^a-z0-9]/g, "");
const COLUMNS: ReadonlyMap<string, Column> = new Map([
  ...Object.entries(ALIASES),
  ...USER_FIELDS.flatMap((field): [string, Column][] => [
    [plain(field), field],
    [plain(FIELD_LABELS[field]), field],
  ]),
]);

/** The field for a second column of the same kind. */
const SECOND: Readonly<Partial<Record<Column, Column>>> = { email: "secondEmail", phone: "zphone2" };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Headings that other sites use for other data: the column is ours only if every cell fits. */
const OURS: Readonly<Partial<Record<Column, (cell: string) => boolean>>> = {
  userId: (cell) => UUID.test(cell),
  status: (cell) => USER_STATUSES.some((status) => status === cell.toLowerCase()),
};

/**
 * Each column's field, in order; null for unknown columns and for empty ones, which must not take a field from another
 * column.
 */
export function guessColumns(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): readonly (Column | null)[] {
  const taken = new Set<Column>();
  return headings.map((heading, at) => {
    const column = COLUMNS.get(plain(heading));
    if (column === undefined || rows.every((row) => (row[at] ?? "") === "")) return null;
    const isOurs = OURS[column];
    if (isOurs && !rows.every((row) => (row[at] ?? "") === "" || isOurs(row[at] ?? ""))) return null;
    const free = [column, SECOND[column]].find((each) => each !== undefined && !taken.has(each));
    if (free === undefined) return null;
    taken.add(free);
    return free;
  });
}
