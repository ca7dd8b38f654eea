import fc from "fast-check";
import { expect, test } from "vitest";
import { formatPhone, isEmailAddress, mailtoUrl, phoneDigits } from "#src/shared/contact.ts";
import { requiredText, text } from "#src/shared/fields.ts";

test("[JOIN-08] a phone number shows with dashes while it is typed", () => {
  const typed = ["9", "904", "9045", "904555", "9045550", "9045550142"];
  expect(typed.map(formatPhone)).toEqual(["9", "904", "904-5", "904-555", "904-555-0", "904-555-0142"]);
});

test("[JOIN-08] a leading 1 stands before its own dash", () => {
  expect(["1", "1904", "19045550142"].map(formatPhone)).toEqual(["1", "1-904", "1-904-555-0142"]);
});

test("[JOIN-08] whatever is typed, dashes change no digit and formatting twice changes nothing", () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const shown = formatPhone(typed);
      expect(phoneDigits(shown)).toBe(phoneDigits(typed).slice(0, 15));
      expect(formatPhone(shown)).toBe(shown);
    }),
  );
});

test("addresses need one @ and a dot after it", () => {
  const good = ["a@b.co", "ana.ruiz+beach@mail.example.com"];
  const bad = ["", "ana", "ana@", "@b.co", "a@b", "a b@c.de", "a@b@c.de", "a@.co", "a@b."];
  expect(good.filter(isEmailAddress)).toEqual(good);
  expect(bad.filter(isEmailAddress)).toEqual([]);
});

test("text that a mail program could read as two addresses or another one is invalid", () => {
  const bad = [
    "a,b@c.de",
    "a;b@c.de",
    "x<a@c.de>",
    "<a@c.de>",
    "x:a@c.de",
    "(x)a@c.de",
    '"a"@c.de',
    "a@c.de,",
    "a@[c.de]",
  ];
  expect(bad.filter(isEmailAddress)).toEqual([]);
  expect(["=?utf-8?q?x?=@c.de", "a@\uff43.de", "\uff41@c.de"].filter(isEmailAddress)).toEqual([]);
  expect(["a\u0000@c.de", "a\u0007@c.de", "a@c\u0085.de"].filter(isEmailAddress)).toEqual([]);
});

test("a mailto link has one recipient and no content", () => {
  expect(mailtoUrl("ana.ruiz+beach@example.com")).toBe("mailto:ana.ruiz+beach@example.com");
  const { searchParams, hash } = new URL(mailtoUrl("a?bcc=b%40c.de&body=x#y@c.de"));
  expect([[...searchParams], hash]).toEqual([[], ""]);
});

test("text is trimmed, and NUL and lone surrogates are rejected", () => {
  expect(text(5).parse("  hi ")).toBe("hi");
  expect(text(5).safeParse("a\0b").success).toBe(false);
  expect(text(5).safeParse("\ud800").success).toBe(false);
  expect(text(5).safeParse("sixsix").success).toBe(false);
});

test("[API-01] hidden characters are removed; line breaks stay only in long texts", () => {
  const typed = "Nice\r\nBCC: x\u000b\u0001\u001b \u202ename\u2066\u200b\u00ad\ufeff\uffff\t.";
  expect(text(100).parse(typed)).toBe("Nice BCC: x name .");
  expect(text(1000).parse(typed)).toBe("Nice\nBCC: x name .");
  expect(text(100).parse("Hi\u{e0041}\u{e0042}\u200e\u061c a\ufe0fb\u200dc\u3164\u034f")).toBe("Hi abc");
  // Bidirectional marks order long mixed text; in a single line they only make equal words differ.
  expect([text(100).parse("שלום\u200f a"), text(1000).parse("שלום\u200f a")]).toEqual(["שלום a", "שלום\u200f a"]);
});

test("[API-01] line breaks of a short text become one space each, with the spaces around them", () => {
  const unit = fc.constantFrom("a", "b", " ", "\n", "\t", "\u00a0", "\u2028", "\u3000");
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 40 }), (typed) => {
      const line = typed.replaceAll("\t", " ").replaceAll(/\s*\n\s*/g, " ");
      expect(text(999).parse(typed)).toBe(line.trim());
    }),
  );
});

test("[API-01] far too long text is rejected without quadratic work", () => {
  const tooLong = ["At most 100 characters."];
  const issuesOf = (value: string) =>
    requiredText(100, "Required").refine(isEmailAddress, { error: "No address." }).safeParse(value).error?.issues;
  const spaces = `a${" ".repeat(1_000_000)}a`;
  // Normalizing sorts combining marks by swapping neighbors, which is quadratic.
  const marks = `a${"\u0301".repeat(1_000_000)}${"\u0316".repeat(1_000_000)}@example.com`;
  for (const long of [spaces, marks]) expect(issuesOf(long)?.map(({ message }) => message)).toEqual(tooLong);
});

/** England, Scotland, Wales: spelled with tag characters. */
const FLAGS = ["gbeng", "gbsct", "gbwls"].map((name) => {
  const tags = name.replaceAll(/./g, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));
  return `\u{1f3f4}${tags}\u{e007f}`;
});
const WORDS = [
  ...FLAGS,
  "👩‍👧",
  "👩🏽‍🤝‍👨🏿",
  "🏳️‍🌈",
  "❤️‍🔥",
  "❤︎",
  "1️⃣",
  "👨‍🦰",
  "🏋🏽‍♀️",
  "☀️ 🏐",
  "می‌خواهم",
  "ه‍",
  "क्‍ष",
  "שָׁלוֹם, עולם",
  "مرحبا، يا أصدقاء",
  "葛\u{e0100}城市",
  "ᠠ\u180b",
  "Cafe\u0301",
];

test.each(WORDS)("[API-01] %s stays as it was written", (word) => {
  expect([text(100).parse(word), text(1000).parse(word)]).toEqual([word, word]);
  expect(text(100).parse(`a ${word} b`)).toBe(`a ${word} b`);
});

test("[API-01] invisible characters do not make titles differ, and parsing is idempotent", () => {
  const ignorable = ["\u200b", "\u200c", "\u200d", "\u200e", "\u200f", "\u061c", "\u{e0041}", "\u{e007f}", "\ufe0f"];
  const more = ["\u034f", "\u115f", "\u17b4", "\u2063", "\u3164", "\u{1d173}", "\u{e0101}", "\ufff9", "\u206a"];
  const part = fc.tuple(fc.constantFrom(..."abcXYZ éñ中שع".split("")), fc.constantFrom("", ...ignorable, ...more));
  const isTold = ([letter, hidden]: readonly [string, string]) =>
    (letter === "中" && /[\ufe0f\u{e0101}]/u.test(hidden)) || (letter === "ع" && /[\u200c\u200d]/.test(hidden));
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const plain = parts.filter((one) => !isTold(one));
      const written = plain.map(([letter, hidden]) => letter + hidden).join("");
      expect(text(100).parse(`a${written}`)).toBe(`a${plain.map(([letter]) => letter).join("")}`.trim());
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (typed) => {
      const once = text(999).parse(typed.replaceAll("\0", "").toWellFormed());
      expect(text(999).parse(once)).toBe(once);
    }),
  );
});
