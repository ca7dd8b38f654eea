import { expect, test } from "vitest";
import { linkParts } from "#src/features/chats/components/link-parts.ts";

const links = (text: string) => linkParts(text).flatMap(({ href }) => href ?? []);

test("URLs become links, without the period that ends the sentence", () => {
  expect(linkParts("See https://example.com/a?b=1. Or (http://example.org/x_(y))!")).toEqual([
    { text: "See ", href: null },
    { text: "https://example.com/a?b=1", href: "https://example.com/a?b=1" },
    { text: ". Or (", href: null },
    { text: "http://example.org/x_(y)", href: "http://example.org/x_(y)" },
    { text: ")!", href: null },
  ]);
});

test("no executable URL becomes a link, and no text is lost", () => {
  const text = 'javascript:alert(1) data:text/html,x <img src=x onerror=alert(1)> https:// "https://example.com"';
  expect(links(text)).toEqual(["https://example.com/"]);
  expect(
    linkParts(text)
      .map((part) => part.text)
      .join(""),
  ).toBe(text);
});

test("text without a URL is one part; empty text has none", () => {
  expect(linkParts("See you at 6")).toEqual([{ text: "See you at 6", href: null }]);
  expect(linkParts("")).toEqual([]);
});
