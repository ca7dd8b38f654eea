type Facts = { readonly nickname: string; readonly groupName: string; readonly publicUrl: string };

/** The first name for a message: the first word of the name in the chat, if it looks like a name. */
function firstNameOf(nickname: string): string {
  const [first = ""] = nickname.trim().split(/\s+/);
  return /\p{L}/u.test(first) ? ` ${first}` : "";
}

/** For an approved person. */
export function welcomeMessage({ nickname, groupName, publicUrl }: Facts): string {
  return [
    `Hi${firstNameOf(nickname)}, welcome to ${groupName}. You are in the chat now, so say hello whenever you like.`,
    `What is on in the next days: ${publicUrl}/events`,
    "Come as you are, bring a friend, and tell us if you need a ride. See you on the sand.",
  ].join("\n\n");
}

/** For a person without a match in the database. */
export function followUpMessage({ nickname, groupName, publicUrl }: Facts): string {
  return [
    `Hi${firstNameOf(nickname)}, you asked to join the ${groupName} chat, and we could not find you in our list yet.`,
    `Please fill in our short form, it takes two minutes: ${publicUrl}/join`,
    "If you have done so already, send us the name and the phone number that you gave there.",
  ].join("\n\n");
}
