type Plan = {
  readonly id: "supporter" | "nonmembers";
  readonly name: string;
  readonly line: string;
  readonly gets: readonly string[];
};

const EVERY_CHAT = "The announcements chat and every group chat";

export const PLANS: readonly Plan[] = [
  {
    id: "supporter",
    name: "Supporting Members",
    line: "For everyone who keeps coming back.",
    gets: [
      "Where every event is, the fire ring and the garden gate included",
      EVERY_CHAT,
      "A vote in the members' polls: what we play, where, and when",
      "Who else is going, before you decide",
    ],
  },
  {
    id: "nonmembers",
    name: "Non-members",
    line: "For everyone who wants to look first.",
    gets: [
      "Every public event, as often as you like",
      "The photos afterwards",
      "A space on the list for a public event",
    ],
  },
];

/** What a plan includes here: with an external chat provider there is no announcements chat. */
export function includedIn({ gets }: Plan, hasAnnouncements: boolean): readonly string[] {
  return hasAnnouncements ? gets : gets.map((what) => (what === EVERY_CHAT ? "Every group chat" : what));
}
