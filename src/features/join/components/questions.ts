import type { Step } from "#src/features/join/rules.ts";

type Question = {
  readonly title: string;
  readonly hint?: string;
  /** The topic that the Edit link on the last step names. */
  readonly topic: string;
};

export const QUESTIONS: Readonly<Record<Step, Question>> = {
  1: {
    title: "What’s your phone number?",
    hint: "With the area code. Only the organizers see it.",
    topic: "phone number",
  },
  2: { title: "What’s your name?", hint: "The one friends use is fine.", topic: "name" },
  3: { title: "What’s your email?", hint: "You will sign in with this address later.", topic: "email" },
  4: {
    title: "Two quick picks",
    hint: "So that teams and shirts come out right. Male and M are just starting points. Tap what fits you.",
    topic: "sex and shirt size",
  },
  5: { title: "Are you on Instagram?", hint: "Optional. Your handle is enough.", topic: "Instagram" },
  6: { title: "What do you like to do?", hint: "Pick as many as you want, or none.", topic: "interests" },
  7: {
    title: "Which of these would you come to?",
    hint: "No promise yet; it tells hosts who might show up.",
    topic: "events",
  },
  8: { title: "How did you find us?", hint: "Both answers are optional.", topic: "how you heard and message" },
  9: {
    title: "Does this look right?",
    hint: "Read it once more, change what you like, then send it.",
    topic: "review",
  },
};
