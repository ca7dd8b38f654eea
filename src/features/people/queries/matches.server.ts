import { inArray, type SQL, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { executePrepared } from "#src/db/prepared.server.ts";
import { type UserRow, users } from "#src/db/tables/users.ts";
import { USER_NEEDS_A_NAME } from "#src/features/people/messages.ts";
import { type Evidence, hasName, scoreOf } from "#src/features/people/rules.ts";
import type { Matches, UserFields } from "#src/features/people/schema/users.ts";
import { viewMatched } from "#src/features/people/view.ts";
import type { Admin } from "#src/policy/viewer.ts";
import { fullName } from "#src/shared/full-name.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const MOST_MATCHES = 10;
// Beyond this many records with one phone or name, a match means nothing.
const MOST_CANDIDATES = 30;
// 'Mark Bell' and 'Marcus Bell' score 0.57, 'Anna Ruiz' and 'Ana Ruiz' 0.67; below that there are too many candidates.
const LEAST_SIMILARITY = 0.55;
// Maximum candidates per index lookup.
const MOST_COMPARED = 500;

// Inlined into the statement rather than bound, so that PostgreSQL keeps one plan: planning takes longer than running.
const literal = (value: number | string) => sql.raw(String(value));

export type Sought = {
  readonly providerUserId: string;
  readonly phone: string;
  readonly email: string;
  readonly nickname: string;
};

export type FoundMatch = { readonly user: UserRow; readonly evidence: readonly Evidence[] };

/** Variants of a phone number: with and without the country code 1. */
function phoneForms(digits: string): string[] {
  if (digits === "") return [];
  const short = digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
  return [short, `1${short}`];
}

type CandidateRow = { n: number; user_id: string; kind: Evidence["kind"]; similarity: number };

// Each kind of evidence is one index lookup per person.
const BY_GROUPME_ID = sql`
  select u.user_id, 'groupme_id' as kind, 1::real as similarity
    from users u where u.groupme_user_id = p.groupme_id and u.groupme_user_id <> '' limit ${literal(MOST_CANDIDATES)}`;
const BY_PHONE = sql`
  select u.user_id, 'phone', 1::real
    from users u where u.phone = any(p.phones) and u.phone <> '' limit ${literal(MOST_CANDIDATES)}`;
const BY_SECOND_PHONE = sql`
  select u.user_id, 'second_phone', 1::real
    from users u where u.zphone2 = any(p.phones) and u.zphone2 <> '' limit ${literal(MOST_CANDIDATES)}`;
const BY_EMAIL = sql`
  select u.user_id, 'email', 1::real from users u where u.email = p.email and u.email <> '' limit ${literal(MOST_CANDIDATES)}`;
const NAME = sql`fold_name(u.first_name || ' ' || u.last_name)`;
const BY_NAME = sql`
  select u.user_id, 'name', 1::real from users u where ${NAME} = p.name and p.name <> '' limit ${literal(MOST_CANDIDATES)}`;
/** SQL: a prefix match that a C-collation index supports even if the prefix is known only at run time. */
function beginsWith(name: SQL, beginning: SQL): SQL {
  return sql`${name} ~>=~ ${beginning} and ${name} ~<~ (${beginning} || chr(1114109))`;
}

type Comparison = {
  readonly kind: "similar_name" | "similar_nickname";
  readonly name: SQL;
  /** Index lookups that find candidates. */
  readonly looks: readonly SQL[];
  /** Conditions on the sought person and on the records; the latter matches a partial index's condition. */
  readonly sought: SQL;
  readonly recorded: SQL;
};

/**
 * The most similar candidates found by these lookups. A trigram similarity search takes many times as long, because
 * some three letters of a name occur in tens of thousands. If a page is full of people with exactly the same name,
 * nobody stands out.
 */
function mostSimilar({ kind, name, looks, sought, recorded }: Comparison): SQL {
  const same = sql`select from users u where ${name} = p.name and ${recorded} limit ${literal(MOST_MATCHES)}`;
  const compared = looks.map(
    (look) => sql`
      (select u.user_id, ${name} as name from users u
        where ${look} and ${recorded} and ${sought} and (select count(*) from (${same}) as same) < ${literal(MOST_MATCHES)}
        limit ${literal(MOST_COMPARED)})`,
  );
  return sql`
    select found.user_id, ${literal(`'${kind}'`)}, found.similarity from (
      select alike.user_id, similarity(alike.name, p.name) as similarity
        from (${sql.join(compared, sql` union `)}) as alike
        where alike.name <> p.name and similarity(alike.name, p.name) >= ${literal(LEAST_SIMILARITY)}::real
        order by similarity desc, alike.user_id limit ${literal(MOST_CANDIDATES)}) as found`;
}

// 'Zoe C' for Zoe Carter. A single word identifies nobody: there are too many Zoes.
const BY_BEGINNING = sql`
  select u.user_id, 'similar_name', similarity(${NAME}, p.name) from users u
    where ${beginsWith(NAME, sql`p.name`)} and ${NAME} <> p.name and p.name like '% %' limit ${literal(MOST_CANDIDATES)}`;
const LAST_WORD = sql`split_part(${NAME}, ' ', -1)`;
const INITIAL = sql`left(${NAME}, 1)`;
const FIRST_WORD = sql`split_part(${NAME}, ' ', 1)`;
const BY_SIMILAR_NAME = mostSimilar({
  kind: "similar_name",
  name: NAME,
  looks: [
    // Bell, M.; and any Bell, of whom there may be too many to compare.
    sql`${LAST_WORD} = p.last_word and ${INITIAL} = left(p.name, 1)`,
    sql`${LAST_WORD} = p.last_word`,
    // Names with the surname first.
    sql`${LAST_WORD} = p.first_word and ${INITIAL} = left(p.last_word, 1)`,
    // Mark Be…, and Mark …ell.
    beginsWith(NAME, sql`left(p.name, strpos(p.name, ' ') + 2)`),
    sql`${FIRST_WORD} = p.first_word and right(${NAME}, 3) = right(p.name, 3)`,
  ],
  // 'Zoe C' resembles too many names.
  sought: sql`p.name ~ ' [^ ]{3}'`,
  recorded: sql`true`,
});
const NICKNAME = sql`fold_name(u.nickname)`;
const NICKNAMED = sql`u.nickname <> ''`;
const BY_NICKNAME = sql`
  select u.user_id, 'nickname', 1::real
    from users u where ${NICKNAME} = p.name and p.name <> '' and ${NICKNAMED} limit ${literal(MOST_CANDIDATES)}`;
const BY_SIMILAR_NICKNAME = mostSimilar({
  kind: "similar_nickname",
  name: NICKNAME,
  looks: [beginsWith(NICKNAME, sql`left(p.name, greatest(4, length(p.name) * 3 / 5))`)],
  sought: sql`p.name <> ''`,
  recorded: NICKNAMED,
});
const ALL_CANDIDATES = sql.join(
  [
    BY_GROUPME_ID,
    BY_PHONE,
    BY_SECOND_PHONE,
    BY_EMAIL,
    BY_NAME,
    BY_BEGINNING,
    BY_SIMILAR_NAME,
    BY_NICKNAME,
    BY_SIMILAR_NICKNAME,
  ].map((part) => sql`(${part})`),
  sql` union all `,
);

async function readCandidates(tx: Transaction, sought: readonly Sought[]): Promise<CandidateRow[]> {
  const people = sought.map(({ providerUserId, phone, email, nickname }, n) => ({
    n,
    groupme_id: providerUserId,
    phones: phoneForms(phone),
    email,
    nickname,
  }));
  const { rows } = await executePrepared<CandidateRow>(
    tx,
    "find_matches",
    sql`
    with people as materialized (
      select n, groupme_id, phones, email, name, split_part(name, ' ', 1) as first_word, split_part(name, ' ', -1) as last_word
      from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
        as p(n int, groupme_id text, phones text[], email text, nickname text), fold_name(p.nickname) as name)
    select p.n, c.user_id, c.kind, c.similarity from people p cross join lateral (${ALL_CANDIDATES}) as c`,
  );
  return rows;
}

export type Known = {
  readonly userId: string;
  readonly groupMeUserId: string;
  readonly phone: string;
  readonly email: string;
};
export type Same = { readonly n: number; readonly userId: string; readonly kind: keyof typeof SAME_KINDS };

/** Evidence that identifies a record, rather than resembling it; userId takes precedence. */
const SAME_KINDS = { user_id: 0, groupme_id: 1, email: 2, phone: 3, second_phone: 4 } as const;
const EXACT_CANDIDATES = sql.join(
  [BY_GROUPME_ID, BY_PHONE, BY_SECOND_PHONE, BY_EMAIL].map((part) => sql`(${part})`),
  sql` union all `,
);

/** The records that share an id, an address or a number with these people; `n` is the person's index in the list. */
export async function findSame(tx: Transaction, known: readonly Known[]): Promise<Same[]> {
  const people = known.map(({ userId, groupMeUserId, phone, email }, n) => ({
    n,
    user_id: userId,
    groupme_id: groupMeUserId,
    phones: phoneForms(phone),
    email,
  }));
  const { rows } = await tx.execute<{ n: number; user_id: string; kind: Same["kind"] }>(sql`
    with people as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
        as p(n int, user_id text, groupme_id text, phones text[], email text))
    select p.n, u.user_id, 'user_id' as kind from people p join users u using (user_id)
    union all
    select p.n, c.user_id, c.kind from people p cross join lateral (${EXACT_CANDIDATES}) as c`);
  return rows
    .map(({ n, user_id: userId, kind }) => ({ n, userId, kind }))
    .toSorted((a, b) => a.n - b.n || SAME_KINDS[a.kind] - SAME_KINDS[b.kind] || a.userId.localeCompare(b.userId));
}

/** Each person's possible records, best match first. An organizer decides. */
export async function findMatches(tx: Transaction, sought: readonly Sought[]): Promise<FoundMatch[][]> {
  if (sought.length === 0) return [];
  const found = sought.map(() => new Map<string, Evidence[]>());
  for (const { n, user_id: id, kind, similarity } of await readCandidates(tx, sought)) {
    const evidence = found[n]?.get(id) ?? [];
    evidence.push({ kind, similarity });
    found[n]?.set(id, evidence);
  }
  const best = found.map((candidates) =>
    [...candidates]
      .map(([userId, evidence]) => ({ userId, evidence, score: scoreOf(evidence) }))
      .toSorted((a, b) => b.score - a.score || a.userId.localeCompare(b.userId))
      .slice(0, MOST_MATCHES),
  );
  const ids = [...new Set(best.flat().map(({ userId }) => userId))];
  const rows = ids.length === 0 ? [] : await tx.select().from(users).where(inArray(users.userId, ids));
  const byId = new Map(rows.map((row) => [row.userId, row]));
  return best.map((matches) =>
    matches.flatMap(({ userId, evidence }) => {
      const user = byId.get(userId);
      return user ? [{ user, evidence }] : [];
    }),
  );
}

/** Existing records that may match a person to be added. Refuses input that `createUser` would refuse. */
export async function listMatches(app: App, _admin: Admin, fields: Partial<UserFields>): Promise<Result<Matches>> {
  if (!hasName(fields)) return fail("invalid", USER_NEEDS_A_NAME);
  const { firstName = "", lastName = "", nickname = "", email = "", phone = "", groupMeUserId = "" } = fields;
  const name = fullName({ firstName, lastName }) || nickname;
  const sought = [{ providerUserId: groupMeUserId, phone, email, nickname: name }];
  const [found = []] = await app.db.transaction((tx) => findMatches(tx, sought));
  return ok({ matches: found.map(({ user, evidence }) => viewMatched(user, evidence)) });
}
