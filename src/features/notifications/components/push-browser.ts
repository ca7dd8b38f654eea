import type { PushSettings } from "#src/features/notifications/schema.ts";
import { readIdToken } from "#src/features/identity/id-token.ts";
import { type MemberAnswer, memberFetch } from "#src/features/identity/member-fetch.ts";
import { getIdToken } from "#src/features/identity/session.ts";

/**
 * The id of the account that turned notifications on in this browser, so that on a shared device they are not renewed
 * for someone else.
 */
const OWNER_KEY = "sandbar_push_owner";

const accountId = () => readIdToken(getIdToken() ?? "")?.sub ?? "";

function isOwner(): boolean {
  try {
    return localStorage.getItem(OWNER_KEY) === accountId();
  } catch {
    return false;
  }
}

function rememberOwner(): void {
  try {
    localStorage.setItem(OWNER_KEY, accountId());
  } catch {
    // Without storage the browser asks again after the next sign-in.
  }
}

/**
 * Whether this browser can show notifications. `install`: an iPhone or iPad, which allows them only in an app on the
 * home screen. `denied`: blocked by the person, which only the browser's own settings undo.
 */
export type PushAbility = "ready" | "on" | "install" | "denied" | "none";

const isAppleTouch = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Reads this browser's {@link PushAbility}. */
export async function readAbility(): Promise<PushAbility> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) {
    const isInstalled = matchMedia("(display-mode: standalone)").matches;
    return isAppleTouch() && !isInstalled ? "install" : "none";
  }
  if (Notification.permission === "denied") return "denied";
  return Notification.permission === "granted" && isOwner() && (await currentSubscription()) ? "on" : "ready";
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));

function tellServer(subscription: PushSubscription): Promise<MemberAnswer<PushSettings>> {
  const { endpoint, keys } = subscription.toJSON();
  return memberFetch<PushSettings>("/api/push/subscriptions", { method: "POST", body: { endpoint, keys } });
}

const BLOCKED = "Your browser blocks notifications from this site. Allow them in its settings, then try again.";
const NOT_REACHED = "Your browser could not reach its push service. Please try again.";

/** Asks for permission and subscribes this browser. Call it from a press: browsers ignore it otherwise. */
export async function turnOnPush(): Promise<MemberAnswer<PushSettings>> {
  const failure = (message: string) => ({ ok: false as const, status: 0, message });
  if ((await Notification.requestPermission()) !== "granted") return failure(BLOCKED);
  const settings = await memberFetch<PushSettings>("/api/push");
  if (!settings.ok) return settings;
  try {
    const { pushManager } = await navigator.serviceWorker.register("/service-worker.js");
    const applicationServerKey = bytesOf(settings.value.publicKey);
    await navigator.serviceWorker.ready;
    const answer = await tellServer(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
    if (answer.ok) rememberOwner();
    return answer;
  } catch {
    return failure(NOT_REACHED);
  }
}

/** Unsubscribes this browser. */
export async function turnOffPush(): Promise<MemberAnswer<PushSettings> | null> {
  const subscription = await currentSubscription();
  if (!subscription) return null;
  const answer = await memberFetch<PushSettings>("/api/push/subscriptions", {
    method: "DELETE",
    body: { endpoint: subscription.endpoint },
  });
  if (answer.ok) await subscription.unsubscribe();
  return answer;
}

/** Sends the subscription to the server again: its session ended, or the browser created a new one. */
export async function renewPush(): Promise<void> {
  const subscription = await currentSubscription();
  if (subscription) await tellServer(subscription);
}
