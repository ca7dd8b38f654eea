import { describe, expect, it } from "vitest";
import { cashAppUrl, handleWords, venmoUrl, webUrl } from "#src/features/events/components/safe-links.ts";

describe("links typed by hosts", () => {
  it("allows only http and https URLs", () => {
    expect(webUrl("https://www.facebook.com/events/1")).toBe("https://www.facebook.com/events/1");
    expect(webUrl(" http://example.com ")).toBe("http://example.com/");
    for (const text of [
      "javascript:alert(1)",
      "JaVaScRiPt:alert(1)",
      "data:text/html,x",
      "none",
      "",
      "//example.com",
      "vbscript:x",
    ]) {
      expect(webUrl(text), text).toBeNull();
    }
  });

  it("turns payment handles into links to pay", () => {
    expect(venmoUrl("@ana-ruiz")).toBe("https://venmo.com/u/ana-ruiz");
    expect(venmoUrl("ana-ruiz")).toBe("https://venmo.com/u/ana-ruiz");
    expect(venmoUrl("https://venmo.com/u/ana")).toBe("https://venmo.com/u/ana");
    expect(cashAppUrl("$danawpb")).toBe("https://cash.app/$danawpb");
    for (const text of ["javascript:alert(1)", "@../../x", "a b", "@"]) {
      expect(venmoUrl(text), text).toBeNull();
      expect(cashAppUrl(text), text).toBeNull();
    }
  });

  it("shows payment handles with their sign, even if a URL was typed", () => {
    expect(handleWords("ana-ruiz", "@")).toBe("@ana-ruiz");
    expect(handleWords("https://venmo.com/u/ana-ruiz", "@")).toBe("@ana-ruiz");
    expect(handleWords("https://cash.app/$danawpb", "$")).toBe("$danawpb");
    expect(handleWords("https://example.com/pay", "$")).toBe("https://example.com/pay");
  });
});
