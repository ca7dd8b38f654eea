import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { getIdToken, onSessionExpired } from "#src/features/identity/session.ts";

const OLD = "old.token.x";
const NEW = "new.token.x";

let kept: Map<string, string>;
let cookie: string;
/** The requests, with their tokens. */
let asked: string[];
const expired = vi.fn();
let stopHearing: () => void;

beforeEach(() => {
  kept = new Map([["idToken", OLD]]);
  cookie = "sandbar_session=1";
  asked = [];
  expired.mockClear();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", {
    get cookie() {
      return cookie;
    },
    set cookie(_removal: string) {
      cookie = "";
    },
  });
  stopHearing = onSessionExpired(expired);
});
afterEach(() => {
  stopHearing();
  vi.unstubAllGlobals();
});

/** A server that knows one token, and issues it for the refresh cookie when there is a session. */
function serve({ hasSession = true, isDown = false, good = NEW } = {}) {
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    const token = headers.get("authorization")?.slice(7) ?? "nobody";
    asked.push(`${init.method ?? "GET"} ${path} ${token}`);
    if (isDown) throw new TypeError("Failed to fetch");
    if (path === "/api/auth/refresh") {
      return hasSession ? Response.json({ idToken: NEW, expiresAt: "" }) : new Response(null, { status: 401 });
    }
    if (path === "/api/broken") return new Response("<html>", { status: 502 });
    if (path === "/api/refuses") return Response.json({ message: "It is over.", fields: { a: "b" } }, { status: 409 });
    if (token !== good) return Response.json({ message: "Not authenticated" }, { status: 401 });
    return Response.json({ path, sent: init.body ?? null });
  });
}

test("[AUTH-06] a call sends the token and the body", async () => {
  serve({ good: OLD });
  expect(await memberFetch("/api/x", { method: "PUT", body: { a: 1 } })).toEqual({
    ok: true,
    value: { path: "/api/x", sent: '{"a":1}' },
  });
  expect(asked).toEqual([`PUT /api/x ${OLD}`]);
});

test("[AUTH-06] an expired token is refreshed once for all concurrent calls", async () => {
  serve();
  const answers = await Promise.all([1, 2, 3].map((n) => memberFetch<{ path: string }>(`/api/${n}`)));
  expect(answers.map((answer) => answer.ok)).toEqual([true, true, true]);
  expect(asked.filter((call) => call.includes("refresh"))).toHaveLength(1);
  expect(getIdToken()).toBe(NEW);
});

test("[AUTH-06] an ended session signs this tab out, with the message", async () => {
  serve({ hasSession: false });
  expect(await memberFetch("/api/x")).toEqual({
    ok: false,
    status: 401,
    message: "Your session has expired. Please login again.",
  });
  expect([getIdToken(), cookie]).toEqual([null, ""]);
  expect(expired).toHaveBeenCalledTimes(1);
});

test("[AUTH-06] a refused new token ends the session too, without endless retries", async () => {
  serve({ good: "another" });
  expect(await memberFetch("/api/x")).toMatchObject({ ok: false, status: 401 });
  expect(asked).toHaveLength(3);
  expect(getIdToken()).toBeNull();
});

test("[AUTH-06] an unreachable server keeps the session and shows a message", async () => {
  serve({ isDown: true });
  expect(await memberFetch("/api/x")).toMatchObject({
    ok: false,
    status: 0,
    message: "You are offline. Try again when you are back online.",
  });
  expect(getIdToken()).toBe(OLD);
  expect(expired).not.toHaveBeenCalled();
});

test("[NAV-05] a tab without a token restores the browser's session first; a visitor's tab sends only the call", async () => {
  serve();
  kept.clear();
  expect(await memberFetch("/api/x")).toMatchObject({ ok: true });
  expect(asked).toEqual(["POST /api/auth/refresh nobody", `GET /api/x ${NEW}`]);
  kept.clear();
  cookie = "";
  asked = [];
  expect(await memberFetch("/api/x")).toEqual({ ok: false, status: 401, message: "Not authenticated" });
  expect(asked).toEqual(["GET /api/x nobody"]);
  expect(expired).not.toHaveBeenCalled();
});

test("a refusal has the server's message, or else its status", async () => {
  serve({ good: OLD });
  expect(await memberFetch("/api/refuses")).toEqual({
    ok: false,
    status: 409,
    message: "It is over.",
    fields: { a: "b" },
  });
  expect(await memberFetch("/api/broken")).toEqual({ ok: false, status: 502, message: "Error: 502" });
});
