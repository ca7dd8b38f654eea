import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  clearSession,
  getIdToken,
  sessionScript,
  storeIdToken,
  subscribeToSession,
} from "#src/features/identity/session.ts";

/** As much of a browser's storage as a session needs. */
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

  it("tells of changes by this tab and by storage, until nobody listens any more", () => {
    const onChange = vi.fn();
    const stop = subscribeToSession(onChange);
    storeIdToken("token");
    clearSession();
    window.dispatchEvent(new Event("storage"));
    expect(onChange).toHaveBeenCalledTimes(3);
    stop();
    storeIdToken("token");
    window.dispatchEvent(new Event("storage"));
    expect(onChange).toHaveBeenCalledTimes(3);
  });

  it("counts storage that is closed to us as signed out", () => {
    vi.stubGlobal("sessionStorage", {
      getItem: () => {
        throw new Error("denied");
      },
    });
    expect(getIdToken()).toBeNull();
  });
});

describe("the script in the head", () => {
  function run(pathname: string, entries: Record<string, string>) {
    const replace = vi.fn();
    const documentElement = { style: { visibility: "" }, setAttribute: vi.fn() };
    runInNewContext(sessionScript, {
      sessionStorage: storage(entries),
      location: { pathname, replace },
      document: { documentElement },
    });
    return { replace, documentElement };
  }

  it("takes who is signed in from / to the dashboard, unseen (LAND-03)", () => {
    const { replace, documentElement } = run("/", { idToken: "token" });
    expect(replace).toHaveBeenCalledWith("/dashboard");
    expect(documentElement.style.visibility).toBe("hidden");
  });

  it("leaves visitors, and every other address, alone", () => {
    expect(run("/", {}).replace).not.toHaveBeenCalled();
    const home = run("/home", { idToken: "token" });
    expect(home.replace).not.toHaveBeenCalled();
    expect(home.documentElement.style.visibility).toBe("");
  });
});
