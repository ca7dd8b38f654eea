type Facts = { readonly nickname: string; readonly groupName: string; readonly publicUrl: string };

/** What to call somebody in a message: the first word of their name in the chat, if it is one. */
function firstNameOf(nickname: string): string {
  const [first = ""] = nickname.trim().split(/\s+/);
  return /\p{L}/u.test(first) ? ` ${first}` : "";
}

/** For somebody who was let in. */
export function welcomeMessage({ nickname, groupName, publicUrl }: Facts): string {
  return [
    `Hi${firstNameOf(nickname)}, welcome to ${groupName}. You are in the chat now, so say hello whenever you like.`,
    `What is on in the next days: ${publicUrl}/events`,
    "Come as you are, bring a friend, and tell us if you need a ride. See you on the sand.",
  ].join("\n\n");
}

/** For somebody whom nobody could find in the database. */
export function followUpMessage({ nickname, groupName, publicUrl }: Facts): string {
  return [
    `Hi${firstNameOf(nickname)}, you asked to join the ${groupName} chat, and we could not find you in our list yet.`,
    `Please fill in our short form, it takes two minutes: ${publicUrl}/join`,
    "If you have done so already, send us the name and the phone number that you gave there.",
  ].join("\n\n");
}
