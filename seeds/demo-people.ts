import { makeUser } from "#seeds/factories.ts";
import { seededRandom } from "#seeds/random.ts";
import type { NewUser } from "#src/db/tables/users.ts";
import type { DemoAddress } from "#src/shared/demo-addresses.ts";
import { INTERESTS, JOIN_SHIRT_SIZES } from "#src/shared/choices.ts";
import { uuidv7 } from "#src/shared/ids.ts";

const WOMEN = [
  "Ana Ruiz",
  "Dana Whitfield",
  "Priya Natarajan",
  "Kelsey Nguyen",
  "Mei Tanaka",
  "Zoe Carter",
  "Imani Brooks",
  "Hannah Weiss",
  "Sofía Delgado",
  "Chloe Park",
  "Renée Dubois",
  "Grace Okafor",
  "Tess Lindqvist",
  "Maya Friedman",
  "Lucía Herrera",
];
const MEN = [
  "Marcus Bell",
  "Luis Ortega",
  "Theo Lambert",
  "Jonah Pierce",
  "Eli Goldberg",
  "Omar Haddad",
  "Ben Sorensen",
  "Caleb Young",
  "Andre Thompson",
  "Nico Rossi",
  "Sam Whitaker",
  "Ravi Menon",
  "Jack O'Neill",
  "Diego Fuentes",
  "Tyler Hughes",
  "Kofi Mensah",
];
const HEARD_OF_US = ["a friend", "Instagram", "saw you playing on the beach", "Meetup", "the pier noticeboard"];

/** Who can sign in. */
export const DEMO_ACCOUNTS: readonly (Partial<NewUser> & { email: DemoAddress })[] = [
  {
    firstName: "Avery",
    lastName: "Admin",
    email: "admin@example.com",
    phone: "9045550101",
    zsex: "female",
    role: "admin",
    status: "approved",
  },
  {
    firstName: "Morgan",
    lastName: "Member",
    email: "member@example.com",
    phone: "9045550102",
    zsex: "male",
    role: "member",
    status: "approved",
  },
  {
    firstName: "Cleo",
    lastName: "Complete",
    email: "complete@example.com",
    phone: "9045550103",
    zsex: "female",
    status: "approved",
  },
  {
    firstName: "Indy",
    lastName: "Incomplete",
    email: "incomplete@example.com",
    phone: "",
    zsex: "female",
    status: "approved",
  },
  {
    firstName: "Uri",
    lastName: "User",
    email: "user@example.com",
    phone: "9045550105",
    zsex: "male",
    status: "approved",
  },
  {
    firstName: "Harper",
    lastName: "Host",
    email: "host@example.com",
    phone: "9045550106",
    zsex: "female",
    role: "member",
    status: "approved",
  },
];

/** The same person twice, as happens when somebody joins again with another address or a typing slip. */
const DUPLICATES: readonly Partial<NewUser>[] = [
  { firstName: "Zoë", lastName: "Carter", email: "zoe.carter.jax@example.com", phone: "9045550206", zsex: "female" },
  { firstName: "Mark", lastName: "Bell", email: "marcus.bell@example.com", phone: "9045550399", zsex: "male" },
];

function plainAddress(name: string): string {
  const ascii = name.normalize("NFD").replace(/[^a-zA-Z ]/g, "");
  return `${ascii.toLowerCase().replace(" ", ".")}@example.com`;
}

/** The town's people, the same ones every time; the newest joined yesterday. */
export function demoPeople(now: Date): NewUser[] {
  const random = seededRandom(1904);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const townspeople = [
    ...WOMEN.map((name) => ({ name, zsex: "female" as const })),
    ...MEN.map((name) => ({ name, zsex: "male" as const })),
  ].map(({ name, zsex }, index): Partial<NewUser> => {
    const [firstName = "", lastName = ""] = name.split(" ");
    const likes = new Set([pick(INTERESTS), pick(INTERESTS), pick(INTERESTS)]);
    return {
      firstName,
      lastName,
      zsex,
      email: plainAddress(name),
      phone: `90455502${String(index + 1).padStart(2, "0")}`,
      shirtsize: pick(JOIN_SHIRT_SIZES),
      reInterestedInEvents: [...likes],
      referredBy: pick(HEARD_OF_US),
      status: random() < 0.7 ? "approved" : "applied",
    };
  });
  const all = [...DEMO_ACCOUNTS, ...townspeople, ...DUPLICATES];
  return all.map((person, index) => {
    const joined = new Date(now.getTime() - (all.length - index) * 86_400_000);
    return makeUser({
      ...person,
      userId: uuidv7(joined.getTime()),
      dateAdded: joined,
      createdAt: joined,
      updatedAt: joined,
    });
  });
}

/** Who filled in the join form an hour ago, with the phone of somebody of the town: with a new email and name, and a brother. */
export function demoApplicants(now: Date): NewUser[] {
  const joined = new Date(now.getTime() - 3_600_000);
  const moments = { dateAdded: joined, createdAt: joined, updatedAt: joined };
  const tess: Partial<NewUser> = {
    firstName: "Tess",
    lastName: "Lindqvist-Cole",
    email: "tess.cole@example.com",
    phone: "9045550213",
    zsex: "female",
    shirtsize: "L",
    reInterestedInEvents: ["volleyball", "sunset paddles"],
    socials: "instagram: tess.cole",
    zmessage: "I have a new email and a new name",
  };
  const rafa: Partial<NewUser> = {
    firstName: "Rafa",
    lastName: "Ortega",
    email: "rafa.ortega@example.com",
    phone: "9045550217",
    referredBy: "my brother Luis",
    reInterestedInEvents: ["bonfires"],
  };
  return [tess, rafa].map((person) => makeUser({ ...person, ...moments, userId: uuidv7(joined.getTime()) }));
}
