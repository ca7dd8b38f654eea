import { lookup, type LookupAddress } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { isLoopback } from "#src/shared/loopback.mjs";

// Endpoints come from browsers, so a client can name any host: block private networks (SSRF).

const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  PRIVATE.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of [
  ["::", 127],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const)
  PRIVATE.addSubnet(network, prefix, "ipv6");

/** Whether an address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped !== undefined) return !PRIVATE.check(mapped, "ipv4");
  // Other ways to write an IPv4 address inside IPv6.
  if (address.startsWith("::")) return false;
  return version !== 0 && !PRIVATE.check(address, version === 4 ? "ipv4" : "ipv6");
}

/**
 * Whether a URL can be a push endpoint. `allowsLoopback`: a site reachable only from this machine may use a local one.
 */
export function isPushEndpoint(endpoint: string, allowsLoopback: boolean): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username !== "" || url.password !== "") return false;
  if (allowsLoopback && isLoopback(url.hostname)) return true;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return url.protocol === "https:" && url.port === "" && isIP(host) === 0 && host.includes(".") && !isLoopback(host);
}

/** `dns.lookup` restricted to public addresses. Checks at request time, because a name's address may change. */
export function publicLookup(allowsLoopback: boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, "", 0);
      const isAllowed = ({ address }: LookupAddress) =>
        isPublicAddress(address) || (allowsLoopback && isLoopback(hostname));
      const allowed = addresses.filter(isAllowed);
      const [first] = allowed;
      if (!first) return callback(new Error("The push service has no public address."), "", 0);
      return options.all === true ? callback(null, allowed) : callback(null, first.address, first.family);
    });
  };
}
