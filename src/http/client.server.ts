import { isIPv6 } from "node:net";

/** The browser or program that sends a request, as far as it is counted and shown to people. */
export type Client = {
  /** What limits count by: the whole IPv4 address, or the /64 that a provider gives one customer of IPv6. */
  readonly address: string;
  /** "Chrome on Android"; empty when it does not say. */
  readonly device: string;
  /** What a person is shown, never the whole address: 203.0.113.0/24, 2001:db8:1::/48; empty when unknown. */
  readonly network: string;
  /** The signed cookie of a browser that has signed in before, unchecked. */
  readonly deviceToken?: string | undefined;
};

/** The cookie by which a browser is known that has signed in before. */
export const DEVICE_COOKIE = "sandbar_device";

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = "", tail] = address.split("%")[0]?.split("::") ?? [];
  const [left, right] = [head, tail ?? ""].map((part) => part.split(":").filter((group) => group !== ""));
  const missing = tail === undefined ? 0 : 8 - (left?.length ?? 0) - (right?.length ?? 0);
  const all = [...(left ?? []), ...Array<string>(Math.max(0, missing)).fill("0"), ...(right ?? [])];
  return all.map((group) => group.toLowerCase().replace(/^0+(?=.)/, ""));
}

/** An IPv4 address that came as IPv6 (::ffff:203.0.113.7) is the IPv4 address. */
const plain = (address: string) => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;

/** What an address counts as: one customer of IPv6 has a whole /64, so single addresses would be no limit at all. */
export function countedAddress(address: string): string {
  const known = plain(address);
  return isIPv6(known) ? `${groupsOf(known).slice(0, 4).join(":")}::/64` : known;
}

/** The network an address belongs to, as people are shown it; empty for what is no address. */
export function networkOf(address: string): string {
  const known = plain(address);
  if (isIPv6(known)) return `${groupsOf(known).slice(0, 3).join(":")}::/48`;
  const [, start] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(known) ?? [];
  return start === undefined ? "" : `${start}.0/24`;
}

// The first that fits: what others pretend to be stands later.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

/** A device as people know theirs, from its user agent: "Chrome on Android". Empty when nothing is recognized. */
export function deviceName(userAgent: string): string {
  const find = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? "");
}
