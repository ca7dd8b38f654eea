import type { Fault, Rule } from "./rule.ts";

// The glossary. Code, comments, docs and screens use American spelling and one word for one thing.

type Entry = readonly [wrong: RegExp, use: string];

const AMERICAN: readonly Entry[] = [
  [/organis(?:er|ation|e|ing)/i, "organiz-"],
  [/(?:col|behavi|fav|hon|neighb|harb|hum|flav|rum|lab|vap|arm)our/i, "-or"],
  [
    /(?:recogn|normal|initial|serial|synchron|author|custom|summar|categor|apolog|capital|priorit|final|standard|visual|minim|maxim|optim|util|real|local|special|general|memo|sanit|random)is(?:e|ed|es|er|ing|ation)\b/i,
    "-ize",
  ],
  [/(?:anal|paral)ys(?:e|ed|er|ing)\b/i, "-yze"],
  [/\bcent(?:re|red|res)\b|metres?\b|perMetre|theatre|\blitres?\b|\bfibre/i, "-er"],
  [/(?:de|of)fence\b|licence/i, "-nse"],
  [/\bgrey/i, "gray"],
  [/catalogue/i, "catalog"],
  [/labelled(?!by)|modelled|signalled|levelled|cancelling|(?:modell|signall|travell)(?:er|ing)\b/i, "one l"],
  [/judgement|\bcheque|\bageing\b|artefact|\btyres?\b|\bstorey/i, "the American form"],
  [
    /\b(?:whilst|amongst|towards|learnt|spelt|fulfil|enrol|instalments?|practise[ds]?|programmes?)\b/i,
    "the American form",
  ],
  [/(?<=[a-z,] )(?<!const |return )cancelled\b(?! [=:?])|\bcancelled(?= [a-z])|\bCancelled\b/, "canceled"],
];

const ONE_WORD: readonly Entry[] = [
  [/(?<![\w-])e-mail/i, "email"],
  [/\bwho(?:m|se)?ever\b/i, "the role: the caller, the owner, anyone who"],
  [/\bkept pages?\b/i, "cached page"],
  // As events say it: "3 spaces left".
  [
    /\b(?:seat|place) (?:is|was) (?:free|kept|yours)\b|\b(?:seat|place)s? open(?:s|ed)? up\b|\b(?:give up|keep) (?:my|your) (?:seat|place)\b|\btake the seat\b|\byou have a (?:seat|place)\b/i,
    "space",
  ],
  [/(?<!under|out|with|free|long-?)standing/i, "rsvpState, membershipStatus, jobHealth or status"],
];

const GLOSSARY = [...AMERICAN, ...ONE_WORD];

/** What stays as it is: names that others chose, stored values, and words in another sense. */
export const ALLOWED: readonly string[] = [
  "toColourspace",
  "a heron standing",
  // A stored value until the release after next (decision 0050).
  `"organizer", "organiser"]`,
  "organiser: 3",
  `writes "organiser"`,
  "still say `organiser`",
  "matched_by = 'organiser'",
  `matched("organiser")`,
  // Names in the database.
  `text("standing"`,
  `"calendar_posts_standing"`,
  // The heading in exports of Google Contacts.
  `"E-mail"; // As Google`,
  // The name in iCalendar.
  `cancelled: "CANCELLED"`,
];

/** They hold the wrong words as examples. */
const GLOSSARY_FILES = /^scripts\/structure\/words(?:\.test)?\.ts$/;

const RULE_FILE = "scripts/structure/words.ts";

function withoutAllowed(text: string): string {
  return ALLOWED.reduce((rest, allowed) => rest.replaceAll(allowed, " ".repeat(allowed.length)), text);
}

function faultsOfLine(file: string, line: number, text: string): Fault[] {
  return GLOSSARY.flatMap(([wrong, use]) => {
    const found = wrong.exec(text)?.[0];
    return found === undefined ? [] : [{ file, line, says: `says '${found}': use ${use}. Glossary: ${RULE_FILE}.` }];
  });
}

/** File names, code, comments and docs keep to the glossary. */
export const glossary: Rule = ({ texts }) =>
  [...texts]
    .filter(([file]) => !GLOSSARY_FILES.test(file))
    .flatMap(([file, text]) => [
      ...faultsOfLine(file, 1, file),
      ...withoutAllowed(text)
        .split("\n")
        .flatMap((line, index) => faultsOfLine(file, index + 1, line)),
    ]);
