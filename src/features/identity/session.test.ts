import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  clearSession,
  getIdToken,
  sessionScript,
  signOutEverywhere,
  storeIdToken,
  subscribeToSession,
} from "#src/features/identity/session.ts";

/** The part of a browser's storage that a session needs. */
function storage(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries));
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

describe("the session of a tab", () => {
  beforeEach(() => {
    vi.stubGlobal("sessionStorage", storage());
    vi.stubGlobal("localStorage", storage());
    vi.stubGlobal("window", new EventTarget());
  });
  afterEach(() => vi.unstubAllGlobals());

  it("is the id token in session storage (NAV-04)", () => {
    expect(getIdToken()).toBeNull();
    storeIdToken("token");
    expect(sessionStorage.getItem("idToken")).toBe("token");
    expect(getIdToken()).toBe("token");
    clearSession();
    expect(getIdToken()).toBeNull();
  });

  it("removes the person's stored data when it ends, and nothing else", () => {
    const stored = Object.assign(storage(), { "member:profile": "", "join-draft": "" });
    const removed = vi.spyOn(stored, "removeItem");
    vi.stubGlobal("sessionStorage", stored);
    const lasting = Object.assign(storage(), { "member:courts": "", "color-scheme": "" });
    const forgotten = vi.spyOn(lasting, "removeItem");
    vi.stubGlobal("localStorage", lasting);
    clearSession();
    expect(forgotten.mock.calls).toEqual([]);
    expect(removed.mock.calls.flat()).toEqual(expect.arrayContaining(["idToken", "member:profile"]));
    expect(removed.mock.calls.flat()).not.toContain("join-draft");
  });

  it("of another account deletes what the last one left on the device; the same account keeps it", () => {
    const tokenOf = (sub: string) => `.${btoa(JSON.stringify({ sub, exp: 1 }))}.`;
    const lasting = Object.assign(storage(), { "member:door:e1": "" });
    const forgotten = vi.spyOn(lasting, "removeItem");
    vi.stubGlobal("localStorage", lasting);
    storeIdToken(tokenOf("a"));
    storeIdToken(tokenOf("a"));
    expect(forgotten.mock.calls).toEqual([]);
    storeIdToken(tokenOf("b"));
    expect(forgotten.mock.calls.flat()).toEqual(["member:door:e1"]);
  });

  it("of another account finds no draft of the last one, whose drafts outlive the session", () => {
    const tokenOf = (sub: string) => `.${btoa(JSON.stringify({ sub, exp: 1 }))}.`;
    const tab = Object.assign(storage(), { "own:create-event": "", "member:profile": "" });
    const forgotten = vi.spyOn(tab, "removeItem");
    vi.stubGlobal("sessionStorage", tab);
    const isForgotten = () => forgotten.mock.calls.flat().includes("own:create-event");
    storeIdToken(tokenOf("a"));
    clearSession();
    storeIdToken(tokenOf("a"));
    expect(isForgotten()).toBe(false);
    storeIdToken(tokenOf("b"));
    expect(isForgotten()).toBe(true);
  });

  it("stays if signing out everywhere did not reach the server, and ends if it did (AUTH-07)", async () => {
    vi.stubGlobal("document", { cookie: "sandbar_session=1" });
    storeIdToken("token");
    const fetch = vi.fn().mockRejectedValueOnce(new TypeError("Failed to fetch"));
    vi.stubGlobal("fetch", fetch);
    expect(await signOutEverywhere()).toBe(false);
    expect(getIdToken()).toBe("token");
    fetch.mockResolvedValueOnce(Response.json({ success: true }));
    expect(await signOutEverywhere()).toBe(true);
    expect(getIdToken()).toBeNull();
    expect(fetch).toHaveBeenLastCalledWith(
      "/api/auth/sign-out",
      expect.objectContaining({ method: "POST", body: '{"everywhere":true}' }),
    );
  });

  it("reports changes by this tab, its frames, and other tabs' sign-ins, until unsubscribed", () => {
    const stored = (key: string | null) => window.dispatchEvent(Object.assign(new Event("storage"), { key }));
    const onChange = vi.fn();
    const stop = subscribeToSession(onChange);
    storeIdToken("token");
    clearSession();
    for (const key of ["idToken", "own:account", null]) stored(key);
    expect(onChange).toHaveBeenCalledTimes(5);
    // Other storage keys are not session changes.
    for (const key of ["courts-clock", "own:create-event", "idTokenUntil"]) stored(key);
    expect(onChange).toHaveBeenCalledTimes(5);
    stop();
    storeIdToken("token");
    stored("idToken");
    expect(onChange).toHaveBeenCalledTimes(5);
  });

  it("treats blocked storage as signed out", () => {
    vi.stubGlobal("sessionStorage", {
      getItem: () => {
        throw new Error("denied");
      },
    });
    expect(getIdToken()).toBeNull();
  });
});

describe("the script in the head", () => {
  function run(pathname: string, entries: Record<string, string>, cookie = "") {
    const replace = vi.fn();
    const documentElement = { style: { visibility: "" }, setAttribute: vi.fn() };
    runInNewContext(sessionScript, {
      sessionStorage: storage(entries),
      location: { pathname, replace },
      document: { documentElement, cookie },
    });
    return { replace, documentElement };
  }

  it("redirects a signed-in person from / to the dashboard before anything shows (LAND-03)", () => {
    const { replace, documentElement } = run("/", { idToken: "token" });
    expect(replace).toHaveBeenCalledWith("/dashboard");
    expect(documentElement.style.visibility).toBe("hidden");
  });

  it("marks the document if there is a session, or may be one (NAV-03)", () => {
    const isMarked = (entries: Record<string, string>, cookie = "") =>
      run("/events", entries, cookie).documentElement.setAttribute.mock.calls.length > 0;
    expect(isMarked({ idToken: "token" })).toBe(true);
    expect(isMarked({}, "a=b; sandbar_session=1; c=d")).toBe(true);
    expect(isMarked({}, "sandbar_session=1; sandbar_signed_out=1")).toBe(false);
    expect(isMarked({}, "not_sandbar_session=1")).toBe(false);
    expect(run("/", {}, "sandbar_session=1").replace).not.toHaveBeenCalled();
  });

  it("does nothing for visitors, or on other pages", () => {
    expect(run("/", {}).replace).not.toHaveBeenCalled();
    const home = run("/home", { idToken: "token" });
    expect(home.replace).not.toHaveBeenCalled();
    expect(home.documentElement.style.visibility).toBe("");
  });
});
