import fc from "fast-check";
import { expect, test } from "vitest";
import { formatPhone, isEmailAddress, phoneDigits } from "#src/shared/contact.ts";
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

test("text is trimmed, and refuses NUL and half a character", () => {
  expect(text(5).parse("  hi ")).toBe("hi");
  expect(text(5).safeParse("a\0b").success).toBe(false);
  expect(text(5).safeParse("\ud800").success).toBe(false);
  expect(text(5).safeParse("sixsix").success).toBe(false);
});
