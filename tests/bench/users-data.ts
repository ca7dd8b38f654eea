import { insertEvents } from "#tests/bench/events-data.ts";

/** 30 of these are upcoming. The first 40 people attended all past ones; 2,000 are going to the next one. */
const EVENTS = 250;
const FIRST_BEGIN = [
  "An",
  "Mar",
  "Dan",
  "Pri",
  "Kel",
  "Zo",
  "Lu",
  "Me",
  "Jor",
  "Sa",
  "Tay",
  "No",
  "Em",
  "Li",
  "Ol",
  "Die",
  "Chlo",
  "Om",
  "Ing",
  "The",
];
const FIRST_END = ["a", "cus", "ya", "sey", "ë", "is", "lin", "dan", "mi", "lor"];
const LAST_BEGIN = [
  "Ru",
  "Bel",
  "Whit",
  "Nat",
  "Ngu",
  "Car",
  "Or",
  "Tan",
  "Hay",
  "Mor",
  "Lind",
  "Fer",
  "Gra",
  "Kow",
  "Sul",
  "Dav",
  "Pet",
  "Ros",
  "Vas",
  "Hol",
];
const LAST_MIDDLE = [
  "i",
  "le",
  "ta",
  "mo",
  "ra",
  "na",
  "der",
  "ling",
  "sen",
  "ber",
  "ca",
  "do",
  "wi",
  "ko",
  "za",
  "ma",
  "ri",
  "la",
  "pe",
  "no",
];
const LAST_END = [
  "z",
  "ton",
  "field",
  "man",
  "son",
  "ski",
  "ter",
  "ga",
  "ka",
  "worth",
  "berg",
  "ez",
  "well",
  "ford",
  "ley",
  "er",
  "s",
  "dez",
  "ini",
  "wood",
];

const array = (words: readonly string[]) => `(array[${words.map((word) => `'${word}'`).join(", ")}]::text[])`;
/** One of the words, in a scattered order that is the same each time. */
const pick = (words: readonly string[], salt: number) =>
  `${array(words)}[abs(hashint8extended(k, ${salt})) % ${words.length} + 1]`;

/**
 * SQL that fills `users` with this many people, the same each time: 200 first names and 8,000 surnames, half of the
 * people in the chat, a third with a nickname; added one a minute up to the benchmark's present, ids in that order as UUIDs of version 7 are.
 */
export function insertUsers(count: number, now: string): string {
  return `
    insert into users (user_id, first_name, last_name, nickname, email, phone, zsex, shirtsize, groupme_user_id,
      re_interested_in_events, role, status, date_added, created_at, updated_at)
    select overlay(overlay(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') placing '-' from 9 for 0) placing '-7000-8000-' from 14 for 0)
        || lpad(to_hex(k), 12, '0'),
      first, last, case k % 6 when 0 then first || ' ' || left(last, 1) when 3 then lower(last) || k % 97 else '' end,
      lower(replace(first, 'ë', 'e')) || '.' || lower(last) || k || '@example.com',
      '904' || lpad(((k * 7919) % 10000000)::text, 7, '0'),
      case when k % 10 < 5 then 'male' when k % 10 < 9 then 'female' else '' end, 'M',
      case when k % 2 = 0 then 'gm' || k else '' end, (case when k % 3 = 0 then '{volleyball,dance}' when k % 100 = 1 then '{Yoga,volleyball}' when k % 5000 = 2 then '{skating}' else '{pickleball}' end)::text[], 'user',
      case when k % 4 = 0 then 'applied' else 'approved' end, at, at, at
    from (
      select k, ${pick(FIRST_BEGIN, 1)} || ${pick(FIRST_END, 5)} as first, ${pick(LAST_BEGIN, 2)} || ${pick(LAST_MIDDLE, 3)} || ${pick(LAST_END, 4)} as last,
        timestamptz '${now}' - (${count} - k) * interval '1 minute' as at
      from generate_series(1::bigint, ${count}) as k
    ) as people`;
}

/**
 * SQL that gives these people what the list is filtered and sorted by, as the triggers would: one in twenty was a member
 * once, one in four came once, members more often; one in fifty unsubscribed. A rare, a usual and a common tag.
 */
export function insertFacts(now: string): string {
  const moment = `timestamptz '${now}'`;
  // Independent of one another, so that each filter leaves some of each other.
  const hash = (salt: number) => `abs(hashtextextended(user_id, ${salt}))`;
  return `
    insert into person_facts (user_id, paid_until, member_until, last_attended, is_unsubscribed, mail_to, interests, sort_name)
    select user_id, paid, paid + interval '7 days' * (k % 2),
      case when came % (case when paid is null then 4 else 2 end) = 0 then (${moment} - (came / 4 % 1000) * interval '1 day')::date end,
      mails % 50 = 0, mail_to, interests, sort_name
    from (
      select user_id, k, came, mails, mail_to, interests, sort_name, case when paid % 20 = 0 then ${moment} + (paid / 20 % 1100 - 1000) * interval '1 day' end as paid
      from (select user_id, case when status = 'approved' then email end as mail_to, lower(re_interested_in_events::text)::text[] as interests, fold_name(coalesce(nullif(btrim(first_name || ' ' || last_name), ''), nullif(nickname, ''), email)) as sort_name, row_number() over (order by user_id) as k, ${hash(9)} as paid, ${hash(11)} as came, ${hash(12)} as mails from users) as people
    ) as people order by user_id;
    insert into person_tags (user_id, tag, tagged_at)
    select user_id, tag, ${moment} from (
      select user_id, ${hash(10)} as h from users) as people
      cross join (values ('captain', 25000), ('net crew', 300), ('newsletter', 10)) as tags (tag, one_in)
    where h % one_in = 0;
    ${insertEvents(EVENTS)};
    insert into event_rsvps (event_id, user_id, answer, answered_at)
    select e.id, u.user_id, 'going', ${moment} from (select id from social_events where starts_at > ${moment} order by starts_at, id limit 1) as e
      cross join (select user_id from users order by user_id limit 2000) as u;
    insert into event_attendance (id, event_id, user_id, presence, marked_at)
    select u.user_id, e.id, u.user_id, 'here', e.starts_at from (select id, starts_at from social_events where starts_at < ${moment}) as e
      cross join (select user_id from users order by user_id limit 40) as u;`;
}
