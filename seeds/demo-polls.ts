/** A question of an event, and how many of the town's people chose each answer. */
type TownPoll = {
  /** Of the event that asks. */
  readonly title: string;
  readonly question: string;
  readonly multiple: boolean;
  readonly options: readonly (readonly [label: string, votes: number])[];
};

/** The town's open polls. */
export const DEMO_POLLS: readonly TownPoll[] = [
  {
    title: "Art Walk Wander",
    question: "Where shall we end up?",
    multiple: false,
    options: [
      ["Tacos by the pier", 7],
      ["The rooftop with the strings of lights", 4],
      ["Ice cream on the boardwalk", 5],
    ],
  },
  {
    title: "Sunset Volleyball",
    question: "What can you bring?",
    multiple: true,
    options: [
      ["A net", 1],
      ["A ball", 3],
      ["Water for everyone", 2],
    ],
  },
];
