// The default welcome message that organizers send to people who ask to join. `{name}` is the first name, or empty.

export const WELCOME_TEXT = [
  "Hi {name}, welcome to {group}. You are in the chat now, so say hello whenever you like.",
  "See what’s coming up: {site}/events",
  "Come as you are, bring a friend, and tell us if you need a ride. See you on the sand.",
].join("\n\n");

export const FOLLOW_UP_TEXT = [
  "Hi {name}, you asked to join the {group} chat, but we couldn't find you on our list yet.",
  "Please fill in our short form, it takes two minutes: {site}/join",
  "Already filled it in? Send us the name and phone number you used.",
].join("\n\n");

/** Guesses the first name: the first word of the chat nickname, if it looks like a name. */
function firstNameOf(nickname: string): string {
  const [first = ""] = nickname.trim().split(/\s+/);
  return /\p{L}/u.test(first) ? ` ${first}` : "";
}

/** Templates with {name}, {group} and {site}. */
export type MessageTexts = { readonly welcome: string; readonly followUp: string };

type Facts = { readonly nickname: string; readonly groupName: string; readonly publicUrl: string };

/** The first unknown placeholder, such as a mistyped {nmae}. */
export function unknownPlaceholder(words: string): string | undefined {
  return words.match(/\{[^{}\n]*\}/g)?.find((word) => !["{name}", "{group}", "{site}"].includes(word));
}

/** Fills in a template's {name}, {group} and {site} for a person. */
export function messageOf(words: string, { nickname, groupName, publicUrl }: Facts): string {
  return words
    .replaceAll(/ ?\{name\}/g, () => firstNameOf(nickname))
    .replaceAll("{group}", () => groupName)
    .replaceAll("{site}", () => publicUrl)
    .trim();
}
