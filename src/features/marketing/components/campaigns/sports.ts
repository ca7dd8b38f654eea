import type { Campaign } from "#src/features/marketing/components/campaigns/campaign.ts";
import { dollars } from "#src/shared/money.ts";

export const PICKLEBALL: Campaign = {
  paths: ["/pickleball", "/pickle"],
  title: "Pickleball coaching",
  description: "A pickleball lesson on the beach side of town: $20 for 90 minutes, beginners first.",
  lead: "Ninety minutes with a coach, a bucket of balls and nobody keeping score.",
  picture: "pickleball",
  caption: "The last rally before the lights come on",
  facts: [
    ["Price", dollars(2000)],
    ["Length", "90 minutes"],
    ["Bring", "Court shoes and water. Paddles are there."],
  ],
  actions: [
    {
      kind: "lesson",
      missing: "Write to us when you have time, and the coach answers with a court and an hour.",
    },
  ],
  sections: [
    {
      heading: "How the time goes",
      isNumbered: true,
      list: [
        "Grip, stance and the soft game at the net, until the ball stops flying over the fence.",
        "The one stroke you came for: serve, return, or the third shot that everyone talks about.",
        "Points, with stops. The coach plays along and says what you could have done.",
      ],
    },
    {
      heading: "Who it is for",
      text: "Never held a paddle? Come. Stuck at the level where rallies end after four strokes? Come too. Bring a friend of about your own strength and the second half gets better.",
    },
    {
      heading: "Place and time",
      text: "The coach writes to you, and you agree on a court and an hour. If it rains, you agree on another.",
    },
  ],
};

export const TOURNAMENT: Campaign = {
  paths: ["/tournament", "/free-volleyball-tournament"],
  title: "Free volleyball tournament",
  isTournament: true,
  description:
    "A free beach volleyball tournament for teams of four: 40 entries at most, prizes of $200 and $100, sign-up until Friday 11:59pm.",
  lead: "Four a side, no entry fee, and two prizes worth shaking the sand off for.",
  picture: "photo-volleyball-huddle",
  caption: "Before the semi-final, or after it. They look the same.",
  facts: [
    ["Entry", "Free"],
    ["Teams", "4 people"],
    ["Room for", "40 entries at most"],
    ["First prize", dollars(20_000)],
    ["Second prize", dollars(10_000)],
  ],
  actions: [{ kind: "page", to: "/registration-vball-tourney", label: "Register a team" }],
  sections: [
    {
      heading: "Make a team",
      text: "One of you registers all four, and is the one we write to. Mixed teams are welcome, and so is a team that met last Tuesday. Missing a fourth? Ask in the volleyball chat before you give up.",
    },
    {
      heading: "On the day",
      list: [
        "Be at the nets a quarter of an hour before your first match, all four of you.",
        "Teams call their own touches. Where two see it differently, the point is played again.",
        "Water, shade and sunscreen are yours to bring. Nets and balls are ours.",
      ],
    },
    {
      heading: "If all spaces are taken",
      text: "Entries count in the order in which they arrive. The form then says that it is full. Teams drop out on Saturday morning more often than you would think: write to Support, and we call you if one does.",
    },
  ],
};
