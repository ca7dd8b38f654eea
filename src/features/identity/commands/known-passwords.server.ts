import type { App } from "#src/context/app.ts";
import { KNOWN_PASSWORD, OTHER_PASSWORD_PLEASE, PERSONAL_PASSWORD } from "#src/features/identity/messages.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

/** Minimum guesses by zxcvbn's estimate: about those of eight random characters. */
const FEWEST_GUESSES = 1e8;
/** Shorter words occur inside too many others. */
const SHORTEST_WORD = 3;

/** The owner of a new password, as far as the caller knows. */
export type PasswordOwner = { readonly email: string; readonly names?: readonly string[] };

/** Words that an attacker who knows the person and the group tries first; lowercase, longest first. */
function personalWords(app: App, { email, names = [] }: PasswordOwner): string[] {
  const [local = "", domain = ""] = email.split("@");
  const host = domain.split(".").slice(0, -1);
  const phrases = [local, ...host, ...names, app.config.group.name].map((phrase) => phrase.toLowerCase());
  const words = phrases.flatMap((phrase) => {
    const parts = phrase.split(/[^\p{L}\p{N}]+/u);
    return [phrase, parts.join(""), ...parts];
  });
  const long = words.filter((word) => word.length >= SHORTEST_WORD);
  return [...new Set(long)].toSorted((a, b) => b.length - a.length);
}

/** The password with the words removed, ignoring case. */
function without(password: string, words: readonly string[]): string {
  return words.reduce((rest, word) => rest.replaceAll(new RegExp(RegExp.escape(word), "giu"), ""), password);
}

/**
 * Refuses a password that is easy to guess: close to a list of known passwords, or made of the person's email or name,
 * or the group's name. Call before comparing any code or password: the result depends only on the input, so it reveals
 * nothing.
 */
export async function refuseKnownPassword(app: App, password: string, owner: PasswordOwner): Promise<Result<void>> {
  const { countGuesses } = await import("#src/shared/password-guesses.server.ts");
  const refuse = (why: string) => fail("invalid", OTHER_PASSWORD_PLEASE, { fields: { password: why } });
  if (countGuesses(password, []) < FEWEST_GUESSES) return refuse(KNOWN_PASSWORD);
  const words = personalWords(app, owner);
  const isPersonal = [password, without(password, words)].some((text) => countGuesses(text, words) < FEWEST_GUESSES);
  return isPersonal ? refuse(PERSONAL_PASSWORD) : ok(undefined);
}
