import fc from "fast-check";
import { expect, test } from "vitest";
import { formatPhone, isEmailAddress, mailtoUrl, phoneDigits } from "#src/shared/contact.ts";
import { text } from "#src/shared/fields.ts";

test("[JOIN-08] a phone shows with dashes as it grows", () => {
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

test("what a mail program would read as two addresses, or as another one, is no address", () => {
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
  expect(["a\u0000@c.de", "a\u0007@c.de", "a@c\u0085.de"].filter(isEmailAddress)).toEqual([]);
});

test("a link that writes to an address writes to nobody else, and writes nothing", () => {
  expect(mailtoUrl("ana.ruiz+beach@example.com")).toBe("mailto:ana.ruiz+beach@example.com");
  const { searchParams, hash } = new URL(mailtoUrl("a?bcc=b%40c.de&body=x#y@c.de"));
  expect([[...searchParams], hash]).toEqual([[], ""]);
});

test("text is trimmed, and refuses NUL and half a character", () => {
  expect(text(5).parse("  hi ")).toBe("hi");
  expect(text(5).safeParse("a\0b").success).toBe(false);
  expect(text(5).safeParse("\ud800").success).toBe(false);
  expect(text(5).safeParse("sixsix").success).toBe(false);
});

test("[API-01] hidden characters are taken out; line breaks stay only where there is room for paragraphs", () => {
  const typed = "Nice\r\nBCC: x\u000b\u0001\u001b \u202ename\u2066\u200b\u00ad\ufeff\uffff\t.";
  expect(text(100).parse(typed)).toBe("Nice BCC: x name .");
  expect(text(1000).parse(typed)).toBe("Nice\nBCC: x name .");
  // Marks of right-to-left writing and joined emoji are words.
  expect(text(100).parse("שלום\u200f 👩‍👧")).toBe("שלום\u200f 👩‍👧");
});
