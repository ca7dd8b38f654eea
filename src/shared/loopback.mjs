// @ts-check
// Plain JavaScript without packages: settings are checked before anything is installed.
import { BlockList, isIP } from "node:net";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/**
 * Whether only this machine can reach a host: a localhost name (RFC 6761) or a loopback address.
 * @param {string} host
 */
export function isLoopback(host) {
  const name = host.toLowerCase().replace(/^\[|\]$/g, "");
  const version = isIP(name);
  // Older versions of Node do not recognize an IPv4-mapped address.
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/.exec(name)?.[1];
  if (mapped !== undefined) return LOOPBACK.check(mapped, "ipv4");
  if (version !== 0) return LOOPBACK.check(name, version === 4 ? "ipv4" : "ipv6");
  return name === "localhost" || name.endsWith(".localhost");
}
