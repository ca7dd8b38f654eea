import { AMOUNTS, type Automation, type MailAutomation } from "#src/shared/automation.ts";
import { longDate, weekdayName } from "#src/shared/dates.ts";
import { counted } from "#src/shared/counted.ts";

export const SAY_ON_OR_OFF = "Say whether it is on.";
export const AMOUNT_REQUIRED = "Enter a whole number.";
export const NOT_FOUND = "This automation doesn't exist.";

export const TITLES: Readonly<Record<Automation, string>> = {
  approve_match: "Approve matches beyond doubt",
  welcome: "Welcome new people",
  digest: "Tell organizers what waits",
  thanks: "Thank people for their first time",
  come_back: "Invite back people who stopped coming",
  membership_ending: "Say when a membership ends",
};

/** Each automation's trigger and effect. */
export const USES: Readonly<Record<Automation, string>> = {
  approve_match:
    "Approves a request to join a chat if one record fits: the email is the person's confirmed sign-in email, or the phone number is that of a person you approved before. Anything doubtful waits for you.",
  welcome: "Mails a welcome when a request to join is approved for the first time.",
  digest: "Mails everyone with a role at 8 AM what waits for them. Nothing is sent when nothing waits.",
  thanks: "Mails people at 10 AM on the day after the first event that they were checked in at.",
  come_back:
    "Mails people who came before, have not come since, and aren't going to anything ahead. Where nobody was marked at the door, people who were going count as there.",
  membership_ending: "Mails members whose membership ends soon and doesn't renew by itself.",
};

export const AMOUNT_LABELS: Readonly<Partial<Record<Automation, string>>> = {
  approve_match: "Least match score in percent",
  come_back: "Weeks since they last came",
  membership_ending: "Days before it ends",
};

export const amountFault = (kind: Automation): string => {
  const bounds = AMOUNTS[kind];
  return bounds ? `Enter a number from ${bounds.least} to ${bounds.most}.` : "This one needs no number.";
};

export const changedWords = (kind: Automation, isOn: boolean) =>
  isOn ? `“${TITLES[kind]}” is on.` : `“${TITLES[kind]}” is off. Mails that still wait won't be sent.`;

/** What the rule would do now, from a count. */
export function previewWords(kind: Automation, count: number): string {
  const people = counted(count, "person", "people");
  if (kind === "approve_match")
    return count === 0
      ? "None of the requests that wait now would be approved."
      : `Would approve ${counted(count, "request", "requests")} that ${count === 1 ? "waits" : "wait"} now.`;
  if (kind === "digest")
    return count === 0 ? "Nothing waits for anyone now." : `Would mail ${people} if it were 8 AM now.`;
  return count === 0
    ? "Would have sent nothing in the last 7 days."
    : `Would have mailed ${people} in the last 7 days.`;
}

type Facts = { readonly groupName: string; readonly firstName: string; readonly key: string };
type Letter = {
  readonly subject: string;
  readonly texts: readonly string[];
  readonly button: readonly [label: string, path: string];
};
const hello = (firstName: string) => (firstName === "" ? "Hello," : `Hi ${firstName},`);
const SEE_EVENTS = ["See what’s on", "/events"] as const;

/** The texts of mails to people. The digest is composed from the queues. */
export const LETTERS: Readonly<Record<Exclude<MailAutomation, "digest">, (facts: Facts) => Letter>> = {
  welcome: ({ groupName, firstName }) => ({
    subject: `Welcome to ${groupName}`,
    texts: [
      hello(firstName),
      `You are in the chat now, so say hello whenever you like.`,
      "Come as you are, bring a friend, and tell us if you need a ride. See you soon.",
    ],
    button: SEE_EVENTS,
  }),
  thanks: ({ groupName, firstName }) => ({
    subject: `Thanks for coming to ${groupName}`,
    texts: [hello(firstName), "It was good to have you. Here is what's on next."],
    button: SEE_EVENTS,
  }),
  come_back: ({ groupName, firstName }) => ({
    subject: `What's on at ${groupName}`,
    texts: [hello(firstName), "We haven't seen you in a while, and you're welcome any time. Here is what's on next."],
    button: SEE_EVENTS,
  }),
  // The key ends with the day.
  membership_ending: ({ groupName, firstName, key }) => ({
    subject: `Your membership of ${groupName} ends soon`,
    texts: [
      hello(firstName),
      `Your membership ends ${key === "" ? "soon" : `on ${weekdayName(key.slice(-10))}, ${longDate(key.slice(-10))}`}. Renew it now and you lose no day: the new time is added at the end.`,
    ],
    button: ["Renew membership", "/subscribe"],
  }),
};

export const WHY = "You get this because you're part of the group.";
export const WHY_DIGEST = "You get this because you help run the group.";
