import { isIPv6 } from "node:net";

/** The client of a request, as counted by limits and shown to people. */
export type Client = {
  /** The rate limit key: the IPv4 address, or the IPv6 /64, which is one customer. */
  readonly address: string;
  /** "Chrome on Android"; empty when it does not say. */
  readonly device: string;
  /** Shown to people, never the whole address: 203.0.113.0/24, 2001:db8:1::/48; empty when unknown. */
  readonly network: string;
  /** The signed cookie of a known browser, not yet verified. */
  readonly deviceToken?: string | undefined;
};

/** The cookie that identifies a browser that has signed in before. */
export const DEVICE_COOKIE = "sandbar_device";

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = "", tail] = address.split("%")[0]?.split("::") ?? [];
  const [left, right] = [head, tail ?? ""].map((part) => part.split(":").filter((group) => group !== ""));
  const missing = tail === undefined ? 0 : 8 - (left?.length ?? 0) - (right?.length ?? 0);
  const all = [...(left ?? []), ...Array<string>(Math.max(0, missing)).fill("0"), ...(right ?? [])];
  return all.map((group) => group.toLowerCase().replace(/^0+(?=.)/, ""));
}

/** An IPv4-mapped IPv6 address (::ffff:203.0.113.7) is the IPv4 address. */
const plain = (address: string) => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;

/** The rate limit key of an address. One customer has a whole IPv6 /64, so single addresses would be no limit. */
export function countedAddress(address: string): string {
  const known = plain(address);
  return isIPv6(known) ? `${groupsOf(known).slice(0, 4).join(":")}::/64` : known;
}

/** The network of an address, as shown to people; empty for an invalid address. */
export function networkOf(address: string): string {
  const known = plain(address);
  if (isIPv6(known)) return `${groupsOf(known).slice(0, 3).join(":")}::/48`;
  const [, start] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(known) ?? [];
  return start === undefined ? "" : `${start}.0/24`;
}

// The first match wins: browsers that others impersonate come later.
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

/** A device name from the user agent: "Chrome on Android". Empty if unknown. */
export function deviceName(userAgent: string): string {
  const find = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? "");
}
