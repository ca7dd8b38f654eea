import type { Campaign } from "#src/features/marketing/components/campaigns/campaign.ts";
import { dollars } from "#src/shared/money.ts";

export const MERCH: Campaign = {
  paths: ["/merch", "/store", "/tshirt", "/shirt", "/shirts", "/hat", "/hats"],
  title: "Hats and shirts",
  description: "The group's hat ($30) and shirt ($15), to order and pick up at an event.",
  lead: "Wear one to the courts, and someone who has the same one will ask your name.",
  picture: "photo-pier-group",
  caption: "Find the one who has not ordered yet",
  facts: [
    ["Hat", dollars(3000)],
    ["Shirt", dollars(1500)],
    ["Sizes", "XS to XXL"],
    ["Pick up", "At any event, from the host"],
  ],
  actions: [
    {
      kind: "form",
      form: "merchOrder",
      label: "Order",
      missing: "Write to us what you want and in which size, and pay when you pick it up.",
    },
  ],
  sections: [
    {
      heading: "The hat",
      text: "One size with a strap, a stiff front and the sun over the sea on it. It has to survive salt, so it is washed by hand.",
    },
    {
      heading: "The shirt",
      text: "Soft cotton with the pier on the back. It is cut straight; between two sizes, most people are happier in the larger one.",
    },
  ],
};

export const HOST: Campaign = {
  paths: ["/host"],
  title: "Host an event",
  description: "Nine requirements for hosting an event with us, and how to ask for it.",
  lead: "Most of what happens here happens because someone said: I could show you that. It takes nine things.",
  picture: "game-night",
  caption: "A table, a lamp, and a host who explains the rules twice",
  facts: [
    ["Takes", "An evening of your time"],
    ["Costs you", "Nothing: costs are shared or agreed before"],
    ["Answer", "Within a few days"],
  ],
  actions: [
    { kind: "page", to: "/host-request", label: "Ask to host" },
    { kind: "page", to: "/example", label: "See an example" },
  ],
  sections: [
    {
      heading: "The nine requirements",
      isNumbered: true,
      list: [
        "You have been to a few of our events yourself, so you know how they feel to someone new.",
        "You are an adult, and your profile holds your real name and a phone number that you answer on the day.",
        "You know the place: you have been there at that hour, and a group is allowed there.",
        "You post it at least three days ahead, with time, place, cost and how many can come.",
        "You are there ten minutes before the first guest, and stay until the last one has a way home.",
        "You greet people who come alone, and introduce them to two others.",
        "You keep it safe: the right gear, water, a way to call for help, and no pressure to drink.",
        "You cancel in time when weather or tide say so, and tell everyone in the chat right away.",
        "You leave the place cleaner than it was.",
      ],
    },
    {
      heading: "What we do for you",
      text: "We put your event on the list, keep count of who comes and who waits, send the reminders, and stand beside you the first time if you like.",
    },
  ],
};

export const FEEDBACK: Campaign = {
  paths: ["/feedback"],
  title: "Feedback",
  description: "Two minutes of feedback: how an event was, and what the group should do differently.",
  lead: "Hosts hear 'it was great' all the time. Tell us the other thing too.",
  picture: "art-walk",
  caption: "Everyone has an opinion about the second gallery",
  facts: [
    ["Takes", "Two minutes"],
    ["Your name", "Only if you want to give it"],
  ],
  actions: [
    {
      kind: "form",
      form: "eventFeedback",
      label: "How was the event?",
      missing: "Write to us: how an event was, what should change, or both.",
    },
    {
      kind: "form",
      form: "groupFeedback",
      label: "What should change?",
      missing: "Write to us: how an event was, what should change, or both.",
    },
  ],
  sections: [
    {
      heading: "What helps most",
      list: [
        "One thing that should stay exactly as it was.",
        "One thing that should be different next time, and how.",
        "Whether you would bring a friend, and if not, why.",
      ],
    },
    {
      heading: "Something serious?",
      text: "If someone made you feel unsafe, do not put it in a form that others read for fun. Write through Support: it goes straight to the organizers and to nobody else.",
    },
  ],
};
