import type { Campaign } from "#src/features/marketing/components/campaigns/campaign.ts";

export const EXAMPLE: Campaign = {
  paths: ["/example"],
  title: "An example of an event",
  description: "How a good announcement of an event reads, line by line, for everyone who hosts one.",
  lead: "This is how an announcement reads when people know at once whether to come. Take it as your pattern.",
  picture: "kayak",
  caption: "The picture shows the thing itself, not a logo",
  facts: [
    ["Title", "Kayak to the heron island"],
    ["When", "Saturday, 9:00 AM, three hours"],
    ["Where", "The ramp behind the marina, left of the fuel dock"],
    ["Cost", "$12, for the boat"],
    ["Spaces", "8, because there are eight boats"],
  ],
  actions: [{ kind: "page", to: "/host", label: "Host an event" }],
  sections: [
    {
      heading: "The description",
      text: "We paddle out with the tide and back against very little. You need to be able to swim; you need not have sat in a kayak before. Bring a hat, water, and shoes that may get wet. Phones go into the dry bag I bring.",
    },
    {
      heading: "Why it works",
      list: [
        "The title says what one does, in under five words.",
        "The place is where to stand, not only the name of the park.",
        "The cost says what it pays for.",
        "The description answers the three questions that would otherwise fill the chat: can I do it, what do I bring, what if I am new.",
      ],
    },
  ],
};

export const TEMPLATE: Campaign = {
  paths: ["/template"],
  title: "Template",
  description: "The pattern of a page like this one, for the author of the next.",
  lead: "One sentence that says what the reader gets and why today. Here it says that this page is only a pattern.",
  picture: "pier-sunrise",
  caption: "A caption: what one cannot see in the picture",
  facts: [
    ["A fact", "What people ask first"],
    ["Another", "What they ask next"],
  ],
  actions: [{ kind: "page", to: "/events", label: "The one next action" }],
  sections: [
    { heading: "A heading", text: "A paragraph of two or three sentences. If it takes more, it is two paragraphs." },
    {
      heading: "A list",
      list: ["Things of one kind,", "each of them short,", "and no more than someone remembers."],
    },
  ],
  isHidden: true,
};
