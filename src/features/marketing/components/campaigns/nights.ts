import type { Campaign } from "#src/features/marketing/components/campaigns/campaign.ts";

const DANCE_EVENTS = "/events?chat=Dance";

export const SALSA: Campaign = {
  paths: ["/salsa"],
  title: "Salsa nights",
  description: "Salsa by the sea: half an hour of basics for beginners, then social dancing under strings of lights.",
  lead: "A deck by the sea, a good speaker, and half an hour of basics before anyone has to be any good.",
  picture: "dance",
  caption: "Somewhere between the first turn and the second",
  facts: [
    ["Partner", "Not needed: we change them"],
    ["Level", "From the first step"],
    ["Wear", "Shoes that slide, clothes that move"],
  ],
  actions: [{ kind: "page", to: DANCE_EVENTS, label: "See dance events" }],
  extra: "salsa-photos",
  sections: [
    {
      heading: "How a night goes",
      isNumbered: true,
      list: [
        "We learn the basic step, and one turn on top of it.",
        "Everyone changes partners every few minutes, so nobody is left with the one they came with.",
        "The lesson stops, the music does not.",
      ],
    },
    {
      heading: "The one rule",
      text: "Anyone may ask anyone, and anyone may say no. A no needs no reason and ends the conversation.",
    },
  ],
};

export const DANCE: Campaign = {
  paths: ["/dance", "/country"],
  title: "Country dance nights",
  description: "Line dances and two-step, taught from the first count. No partner and no boots needed.",
  lead: "Line dances first, two-step later. By the third song you are the one who counts for the person beside you.",
  picture: "photo-salsa-night",
  caption: "A dip that nobody had planned",
  facts: [
    ["Partner", "Not needed"],
    ["Boots", "Welcome, not required"],
    ["Level", "Two left feet will do"],
  ],
  actions: [
    { kind: "page", to: DANCE_EVENTS, label: "See dance events" },
    { kind: "page", to: "/xmas", label: "Sign up for the Country Party" },
  ],
  sections: [
    {
      heading: "What you learn",
      list: [
        "Two line dances that every country bar plays, wall by wall, at half speed and then at full.",
        "The two-step: quick, quick, slow, slow, and how to get around the floor without a collision.",
        "How to ask for a dance, and how to leave the floor when your feet have had enough.",
      ],
    },
    {
      heading: "Once a year, a party",
      text: "Around the holidays the dance night becomes the Country Party, with tickets and a longer night.",
    },
  ],
};

export const BONFIRE: Campaign = {
  paths: ["/bonfire"],
  title: "How to find the bonfire",
  description: "Directions to our bonfires on the beach: where to look up the fire ring, where to park, what to bring.",
  lead: "A fire is easy to see and hard to find from the wrong side of a dune. This is the right side.",
  picture: "photo-bonfire-circle",
  caption: "You are close when you hear the guitar",
  facts: [
    ["Season", "October to February"],
    ["Starts", "At sundown, or as the event says"],
    ["Bring", "A chair, a layer, a bag for your trash"],
  ],
  actions: [{ kind: "page", to: "/events?chat=Other+Events", label: "See the next events" }],
  extra: "bonfire-map",
  sections: [
    {
      heading: "The way there",
      isNumbered: true,
      list: [
        "Open the event on the day. Members see the parking lot and the number of the fire ring; if it says 'join group for location', subscribe or ask the host.",
        "Come while there is still light, and share a car: beach lots fill up and some close at dark.",
        "Cross the dunes by the boardwalk only. The grass holds the sand, and the sand holds the beach.",
        "At the end of the boardwalk look left and right for a string of lights at the height of a head. That is us.",
        "Still alone? Write in the event's chat. Someone walks to the boardwalk and waves a phone.",
      ],
    },
    {
      heading: "By the fire",
      list: [
        "Wood comes with the host. Pallets, paint and plastic never go in.",
        "Keep the fire smaller than the people around it.",
        "It is out when you can put a hand on it: water, stir, water again. Sand alone keeps it hot under bare feet.",
      ],
    },
  ],
};
