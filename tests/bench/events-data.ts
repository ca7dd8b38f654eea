/**
 * The benchmark's servers take this for the present, so that its databases stay good from one day to the next. A Saturday,
 * 10 AM at the beach, outside quiet hours.
 */
export const NOW = "2026-11-21T15:00:00Z";
export const TODAY = "2026-11-21";

/** How many of the events are still to come: 30 of 50, 40,000 of a million. */
function upcomingOf(count: number): number {
  return Math.max(30, Math.round(count / 25));
}

const TITLES = [
  "Sunset Volleyball",
  "Sunrise Run and Coffee",
  "Pickleball Ladder Night",
  "Bouldering for Beginners",
  "Beach Bonfire and Guitars",
  "Salsa on the Boardwalk",
  "Sand Sixes",
  "Low Tide Yoga",
];
const CHATS = ["Volleyball", "Yoga Runs Workouts", "Pickleball", "Rock Climbing", "Other Events", "Dance"];
const PICTURES = ["volleyball", "running", "pickleball", "climbing", "bonfire", "dance"];
const HOSTS = ["Ana Ruiz", "Marcus Bell", "Dana Whitfield", "Priya Natarajan", "Kelsey Nguyen"];
const DESCRIPTIONS = [
  "Pick-up sixes on the sand until the light goes. All levels: we sort the teams so that every game is a game.\n\nBring water and something warm for after. We bring two nets, four balls and a speaker that stays polite.",
  "Three easy miles along the hard sand, north to Neptune Beach and back, then coffee on the boardwalk. Nobody runs alone: there is a leader and a sweeper.\n\nMeet at the foot of the pier, by the big clock.",
  "Four courts, sixteen players, new partners every twelve minutes. The eight dollars pay for the lights and the balls.\n\nPaddles to borrow if you have none: say so when you answer.",
];

const array = (words: readonly string[]) =>
  `(array[${words.map((word) => `'${word.replaceAll("'", "''")}'`).join(", ")}]::text[])`;
const pick = (words: readonly string[]) => `${array(words)}[abs(k) % ${words.length} + 1]`;

/**
 * SQL that fills `social_events` with this many, the same each time. `k` is an event's place in time: 0 is today's
 * first, -1 the last one past. The nearest to come are alike in every size, so that the first page is too. One in ten
 * is for close friends, one past event in twenty has photos.
 */
export function insertEvents(count: number): string {
  const upcoming = upcomingOf(count);
  return `
    insert into social_events (id, title, description, day, start_time, length_minutes, time_zone, starts_at, location,
      private_location, members_only_location, general_public, cost_cents, capacity, going_count, host, chat, img_key,
      img_list, show_photos)
    select to_char(day, 'YYYY-MM-DD') || '-' || replace(lower(title), ' ', '-') || case when k < 0 then '-past-' else '-' end || abs(k),
      title, description, day, start_time, 120, 'America/New_York', (day + start_time) at time zone 'America/New_York',
      'South Beach Park courts, 2508 S 3rd St, Jacksonville Beach', 'Court 3, nearest the showers', abs(k) % 3 = 1,
      abs(k) % 10 <> 7, case when abs(k) % 4 = 2 then 800 else 0 end, case when abs(k) % 5 = 3 then 1000 else 24 end,
      abs(k) % 20, host, chat, img_key, case when has_photos then '{photo-volleyball-huddle,photo-volleyball-sunset}' else '{}' end::text[],
      has_photos
    from (
      select k, ${pick(TITLES)} as title, ${pick(DESCRIPTIONS)} as description, ${pick(HOSTS)} as host, ${pick(CHATS)} as chat,
        ${pick(PICTURES)} as img_key, k < 0 and abs(k) % 20 = 0 as has_photos,
        time '07:00' + (abs(k) % 4) * interval '3 hours 30 minutes' as start_time,
        -- Four a day at first; then, and in the past, forty.
        date '${TODAY}' + case when k < 0 then (k + 1) / 40 - 1 when k < 40 then k / 4 else 10 + (k - 40) / 40 end as day
      from generate_series(${upcoming - count}, ${upcoming - 1}) as k
    ) as events`;
}
