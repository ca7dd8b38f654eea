/** Days ago, local time, who (null: the chat itself), what. */
export type SaidLine = readonly [daysAgo: number, time: string, name: string | null, text: string];

type DemoChat = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly imageUrl: string;
  /** Days ago. */
  readonly began: number;
  readonly members: readonly string[];
  readonly talk: readonly SaidLine[];
};

const EVERYWHERE = ["Avery Admin", "Morgan Member", "Harper Host"];

const PICKLEBALL: DemoChat = {
  id: "pickleball",
  name: "Pickleball",
  description: "Courts, paddles and who brings the balls. Beginners get the first game.",
  imageUrl: "chat-pickleball",
  began: 410,
  members: [
    ...EVERYWHERE,
    "Ana Ruiz",
    "Luis Ortega",
    "Kelsey Nguyen",
    "Ben Sorensen",
    "Grace Okafor",
    "Ravi Menon",
    "Hannah Weiss",
    "Tyler Hughes",
  ],
  talk: [
    [4, "08:12", "Luis Ortega", "Huguenot courts are dry again. Anyone tonight?"],
    [4, "08:20", "Kelsey Nguyen", "me! after 5:30"],
    [4, "08:21", "Ravi Menon", "In. I have two spare paddles."],
    [4, "08:40", "Grace Okafor", "Never played. Is that a problem?"],
    [4, "08:44", "Luis Ortega", "That's the opposite of a problem. First game is yours."],
    [4, "20:55", "Grace Okafor", "My legs have filed a complaint. Same time next week?"],
    [3, "07:30", null, "Tyler Hughes joined the chat"],
    [3, "07:33", "Tyler Hughes", "Hi all, Ben sent me. Played tennis in school, promise not to swing like it."],
    [3, "07:50", "Ben Sorensen", "He will swing like it."],
    [2, "12:05", "Hannah Weiss", "Ladder for Thursday, because somebody asked what the scores mean:"],
    [2, "12:06", "Hannah Weiss", "https://usapickleball.org/what-is-pickleball/official-rules/"],
    [2, "12:15", "Morgan Member", "So the kitchen is not where the snacks are. Noted."],
    [
      1,
      "17:02",
      "Ana Ruiz",
      "Four courts booked for Thursday, 6 to 8. Put your name on the event so I know how many balls.",
    ],
    [1, "17:10", "Harper Host", "Done. Bringing lights for the far court, it's dark by 6 now."],
    [1, "17:31", "Kelsey Nguyen", "you're the best 🎾"],
  ],
};

const VOLLEYBALL: DemoChat = {
  id: "volleyball",
  name: "Volleyball",
  description: "Sand, net, sunset. Pick-up sixes at South Beach Park and whatever grows out of it.",
  imageUrl: "chat-volleyball",
  began: 620,
  members: [
    ...EVERYWHERE,
    "Ana Ruiz",
    "Cleo Complete",
    "Theo Lambert",
    "Dana Whitfield",
    "Marcus Bell",
    "Imani Brooks",
    "Zoe Carter",
    "Caleb Young",
    "Nico Rossi",
    "Priya Natarajan",
    "Jack O'Neill",
    "Kofi Mensah",
  ],
  talk: [
    [5, "09:03", "Ana Ruiz", "Wind drops by four today. Nets up at 5?"],
    [5, "09:05", "Theo Lambert", "Nets up at 5."],
    [5, "09:11", "Imani Brooks", "Running late but running"],
    [5, "09:40", "Caleb Young", "Count me in plus a friend from work, she's good"],
    [5, "19:22", "Zoe Carter", "That last rally. I'm still on the ground."],
    [5, "19:25", "Nico Rossi", "Nineteen touches, I counted"],
    [5, "19:26", "Theo Lambert", "Twenty-one. One of them was my face."],
    [4, "10:30", null, "Kofi Mensah joined the chat"],
    [4, "10:32", "Marcus Bell", "Welcome Kofi! All levels, we sort the teams so every game is a game."],
    [4, "10:37", "Kofi Mensah", "Thanks! What do I bring?"],
    [4, "10:38", "Dana Whitfield", "Water, something warm for after, and a white or dark shirt."],
    [3, "13:14", "Priya Natarajan", "Did anyone pick up a gray hoodie by court 3?"],
    [3, "13:29", "Jack O'Neill", "It is on my passenger seat. It has been to Publix with me."],
    [3, "13:30", "Priya Natarajan", "I hope it behaved"],
    [
      2,
      "08:02",
      "Ana Ruiz",
      "The city closes courts 1 and 2 on Saturday morning for the school cup. We're on 3 and 4.",
    ],
    [
      2,
      "08:05",
      "Morgan Member",
      "Tide table for anyone who parks on the sand side: https://tidesandcurrents.noaa.gov/",
    ],
    [2, "08:19", "Cleo Complete", "You're the only person I know with a favorite tide table"],
    [2, "18:45", "Theo Lambert", "Six-a-side or fours tomorrow?"],
    [2, "18:46", "Imani Brooks", "fours"],
    [2, "18:46", "Nico Rossi", "fours"],
    [2, "18:47", "Zoe Carter", "sixes 🙃"],
    [2, "18:58", "Ana Ruiz", "We have enough for two courts. Both, then."],
    [1, "16:40", "Harper Host", "I have the speaker, charged this time."],
    [1, "16:52", "Avery Admin", "It stays polite, please. We had a wave from the lifeguard last week."],
    [1, "16:53", "Harper Host", "A friendly wave!"],
    [1, "21:15", "Dana Whitfield", "Sand everywhere. Worth it."],
    [1, "21:20", "Marcus Bell", "See you at sunset."],
  ],
};

const YOGA: DemoChat = {
  id: "yoga-runs-workouts",
  name: "Yoga Runs Workouts",
  description: "Easy miles, mats by the pier and the occasional burpee. Nobody runs alone.",
  imageUrl: "chat-yoga-runs-workouts",
  began: 380,
  members: [
    ...EVERYWHERE,
    "Marcus Bell",
    "Mei Tanaka",
    "Maya Friedman",
    "Eli Goldberg",
    "Tess Lindqvist",
    "Andre Thompson",
    "Cleo Complete",
  ],
  talk: [
    [3, "05:58", "Marcus Bell", "Pier clock in 45. I'm the one yawning in orange."],
    [3, "06:02", "Tess Lindqvist", "On my bike already"],
    [3, "06:31", "Eli Goldberg", "Alarm won. Tomorrow."],
    [3, "08:10", "Marcus Bell", "3.1 miles, eleven people, one dog. The dog set the pace."],
    [
      2,
      "11:45",
      "Mei Tanaka",
      "Yoga on the grass at 6 this evening. Wind from the west, so we hide behind the pavilion.",
    ],
    [2, "11:52", "Maya Friedman", "Can I borrow a mat?"],
    [2, "11:53", "Mei Tanaka", "Always. I bring three."],
    [2, "12:20", null, "Andre Thompson joined the chat"],
    [2, "12:25", "Andre Thompson", "Hello! Knees of a sixty-year-old, will come anyway."],
    [2, "12:27", "Mei Tanaka", "Knees welcome."],
    [1, "09:14", "Morgan Member", "Turkey trot sign-up closes soon, we have a team"],
    [1, "09:20", "Tess Lindqvist", "Team name?"],
    [1, "09:21", "Eli Goldberg", "Alarm Won"],
  ],
};

const DANCE: DemoChat = {
  id: "dance",
  name: "Dance",
  description: "Salsa, bachata and two left feet. Steps first, speed later.",
  imageUrl: "chat-dance",
  began: 260,
  members: [
    ...EVERYWHERE,
    "Lucía Herrera",
    "Diego Fuentes",
    "Sofía Delgado",
    "Chloe Park",
    "Omar Haddad",
    "Renée Dubois",
  ],
  talk: [
    [4, "19:40", "Lucía Herrera", "Studio is ours again on Wednesday, 7:30. Beginners' half hour first."],
    [4, "19:44", "Omar Haddad", "I have practiced the basic step in the elevator. People have seen things."],
    [4, "19:50", "Sofía Delgado", "😂 that's how it starts"],
    [3, "12:10", null, "Chloe Park joined the chat"],
    [3, "12:14", "Chloe Park", "Do I need a partner?"],
    [3, "12:15", "Diego Fuentes", "No, we rotate. Just shoes that slide."],
    [1, "22:48", "Renée Dubois", "Who was the person with the red shoes? I need to know where they're from."],
    [1, "22:51", "Lucía Herrera", "Mine. Thrift store, San Marco. Eleven dollars."],
    [1, "22:52", "Renée Dubois", "I'm not okay"],
  ],
};

const CLIMBING: DemoChat = {
  id: "rock-climbing",
  name: "Rock Climbing",
  description: "Gym nights, belay partners and the yearly trip to where there are hills.",
  imageUrl: "chat-rock-climbing",
  began: 190,
  members: [...EVERYWHERE, "Jonah Pierce", "Imani Brooks", "Sam Whitaker", "Tess Lindqvist"],
  talk: [
    [3, "15:05", "Jonah Pierce", "Belay check night on Tuesday. If you want to learn the figure eight, come at 6."],
    [3, "15:09", "Imani Brooks", "I'll be the one talking to the wall"],
    [3, "15:30", "Sam Whitaker", "It talks back after an hour"],
    [2, "10:00", null, "Tess Lindqvist joined the chat"],
    [2, "10:02", "Jonah Pierce", "Welcome Tess! Shoes can be rented, chalk is on us."],
    [2, "10:15", "Tess Lindqvist", "Is the overhang as bad as it looks?"],
    [2, "10:16", "Imani Brooks", "Worse. It's great."],
    [1, "18:33", "Harper Host", "Two seats left in my car from the beaches, leaving 5:20."],
    [1, "18:40", "Sam Whitaker", "One's mine please"],
  ],
};

const OTHER: DemoChat = {
  id: "other-events",
  name: "Other Events",
  description: "Bonfires, game nights, kayaks, the holiday party: everything without a chat of its own.",
  imageUrl: "chat-other-events",
  began: 640,
  members: [
    ...EVERYWHERE,
    "Ana Ruiz",
    "Cleo Complete",
    "Dana Whitfield",
    "Theo Lambert",
    "Jack O'Neill",
    "Chloe Park",
    "Hannah Weiss",
    "Ben Sorensen",
  ],
  talk: [
    [5, "18:20", "Dana Whitfield", "Bonfire permit is in! Hanna Park, we may burn until ten."],
    [5, "18:24", "Jack O'Neill", "I volunteer to stare at it"],
    [5, "18:31", "Chloe Park", "Marshmallows: got them. Sticks: nature provides."],
    [4, "12:00", "Avery Admin", "Please answer on the event page, not here. I count what's on the page."],
    [4, "12:02", "Ben Sorensen", "answered 🫡"],
    [3, "20:15", "Hannah Weiss", "Game night: who owns Codenames? Ours lost half of its spies."],
    [3, "20:19", "Theo Lambert", "I have it. And a suspicious number of extra spies."],
    [2, "09:00", null, "Cleo Complete joined the chat"],
    [2, "09:03", "Ana Ruiz", "Hey Cleo! Ask anything, somebody always knows."],
    [2, "09:10", "Cleo Complete", "Is the kayak trip fine for someone who tips over in bathtubs?"],
    [2, "09:12", "Ana Ruiz", "The creek is knee-deep. You can stand up and be angry at it."],
    [1, "14:22", "Harper Host", "Moon's nearly full for Saturday. That's the whole message."],
  ],
};

/** In the order in which the group lists them. */
export const DEMO_CHATS: readonly DemoChat[] = [PICKLEBALL, VOLLEYBALL, YOGA, DANCE, CLIMBING, OTHER];
