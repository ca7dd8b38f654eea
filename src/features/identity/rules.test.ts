import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  confirmFaults,
  forgotFaults,
  isStrongPassword,
  ownPath,
  resetFaults,
  signInFaults,
  signUpFaults,
} from "#src/features/identity/rules.ts";
import { confirmSchema, signInSchema, signUpSchema } from "#src/features/sign-in/schema.ts";
import { AGREEMENT_REQUIRED, TERMS_VERSION } from "#src/shared/terms.ts";

const EMAIL = "ana@example.com";
const PASSWORD = "Sand-castle-7";
const ASKED = { firstName: "Ana", lastName: "Ruiz", agreedTerms: TERMS_VERSION };

describe("the page after sign-in", () => {
  it("is a path of this site, with its query and fragment", () => {
    for (const path of ["/dashboard", "/events/2026-11-25-x?a=1#poll", "/chats/7", "/loginx"])
      expect(ownPath(path)).toBe(path);
  });

  it("is never another site, in any spelling", () => {
    const elsewhere = [
      "//evil.example",
      "/\\evil.example",
      "\\\\evil.example",
      "/\t/evil.example",
      "/\n//evil.example",
    ];
    elsewhere.push("https://evil.example", "http:evil.example", "javascript:alert(1)", "data:,x", "/.//evil.example");
    elsewhere.push("/a/..//evil.example", " //evil.example", "dashboard", "?next=/x", "", "//");
    for (const next of [...elsewhere, null]) expect(ownPath(next), String(next)).toBeNull();
  });

  it("never leaves the site, for arbitrary input", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("/", "\\", ".", ":", "@", "?", "#", "%", "\t", "\n", "a") }),
        (next) => {
          const { origin } = new URL(ownPath(next) ?? "/", "http://own.example");
          expect(origin).toBe("http://own.example");
        },
      ),
    );
  });

  it("is neither the sign-in page nor sign-out", () => {
    for (const next of ["/login", "/login?next=/x", "/old-login/", "/logout"]) expect(ownPath(next)).toBeNull();
  });
});

describe("validation of the sign-in forms", () => {
  it("reports missing fields first [AUTH-02]", () => {
    const summary = "Email and password are required";
    expect(signInFaults({ email: " ", password: "" })).toEqual({ summary, fields: { email: "", password: "" } });
    expect(signInFaults({ email: "x", password: "" })).toEqual({ summary, fields: { password: "" } });
    expect(signInFaults({ email: "x", password: "y" })?.fields).toEqual({
      email: "Please enter a valid email address",
    });
    expect(signInFaults({ email: ` ${EMAIL} `, password: "y" })).toBeNull();
  });

  it("requires a new password to satisfy the hint and its repetition [AUTH-03]", () => {
    const again = { again: "Passwords do not match" };
    expect(signUpFaults({ ...ASKED, email: EMAIL, password: PASSWORD, again: "other" })?.fields).toEqual(again);
    expect(signUpFaults({ ...ASKED, email: EMAIL, password: "weak", again: "weak" })?.fields).toEqual({
      password: "The password needs at least 8 characters with upper case, lower case, numbers and special characters.",
    });
    expect(signUpFaults({ ...ASKED, email: EMAIL, password: PASSWORD, again: PASSWORD })).toBeNull();
    const nameless = { firstName: " ", lastName: "", agreedTerms: "" };
    expect(signUpFaults({ ...nameless, email: EMAIL, password: PASSWORD, again: "other" })?.fields).toEqual({
      firstName: "First name is required.",
      lastName: "Last name is required.",
      agreedTerms: AGREEMENT_REQUIRED,
      ...again,
    });
    expect(resetFaults({ code: "123456", password: PASSWORD, again: "" })?.fields).toEqual(again);
    expect(isStrongPassword("Élan vit4l")).toBe(false);
    expect(isStrongPassword("Élan-vit4l")).toBe(true);
  });

  it("accepts a code as people copy it [AUTH-04]", () => {
    expect(confirmFaults({ code: " 123 456 " })).toBeNull();
    expect(confirmFaults({ code: "" })?.fields).toEqual({ code: "Verification code is required" });
    expect(confirmFaults({ code: "12345" })?.fields).toEqual({ code: "Verification failed" });
    expect(forgotFaults({ email: "" })?.fields).toEqual({ email: "Please enter a valid email address" });
  });

  it("agrees with the server's validation", () => {
    const typed = fc.oneof(
      fc.constantFrom(EMAIL, ` ${EMAIL}`, "", " ", "a@b", "a b@c.d", PASSWORD, "123 456", "12-34-56", "x".repeat(300)),
      fc.string({ maxLength: 20 }),
    );
    fc.assert(
      fc.property(typed, typed, (email, password) => {
        expect(signInFaults({ email, password }) === null).toBe(signInSchema.safeParse({ email, password }).success);
        const signUp = { ...ASKED, email, password, again: password };
        expect(signUpFaults(signUp) === null).toBe(signUpSchema.safeParse(signUp).success);
        const isCodeFine = confirmSchema.safeParse({ email: EMAIL, code: password }).success;
        expect(confirmFaults({ code: password }) === null).toBe(isCodeFine);
      }),
      { numRuns: 500 },
    );
  });
});
