// @ts-check
// Parsers for single settings. Plain JavaScript without packages, see settings.mjs.
import { readFileSync } from "node:fs";
import { hostsFault } from "../shared/database-hosts.mjs";
import { isEmailAddress, normalizeEmail } from "../shared/email-address.mjs";

/** A value that cannot be used. The message continues a sentence that begins with the setting's name. */
export class BadValue extends Error {}

/**
 * Returns what a check accepts; throws {@link BadValue} otherwise.
 * @param {string} value
 * @param {boolean} isFine
 * @param {string} message
 */
function accept(value, isFine, message) {
  if (!isFine) throw new BadValue(message);
  return value;
}

/** @param {() => unknown} work */
function works(work) {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/** @param {number} [most] characters */
export function text(most = Infinity) {
  return (/** @type {string} */ value) => accept(value, value.length <= most, `must have at most ${most} characters`);
}

/**
 * @template {string} const T
 * @param {readonly T[]} values
 */
export function oneOf(...values) {
  const all = values.join(", ").replace(/, (?=[^,]*$)/, " or ");
  return (/** @type {string} */ value) => {
    const found = values.find((each) => each === value);
    if (found === undefined) throw new BadValue(`must be ${all}`);
    return found;
  };
}

/**
 * @param {RegExp} form
 * @param {string} message
 */
export function matching(form, message) {
  return (/** @type {string} */ value) => accept(value.trim(), form.test(value.trim()), message);
}

/** @param {string} value */
function number(value) {
  const parsed = Number(value);
  if (Number.isNaN(parsed)) throw new BadValue("must be a number");
  return parsed;
}

/** @param {string} value */
export function positiveNumber(value) {
  const parsed = number(value);
  if (!(parsed > 0 && parsed < Infinity)) throw new BadValue("must be above 0");
  return parsed;
}

/**
 * @param {number} least
 * @param {number} most
 */
export function wholeNumber(least, most) {
  return (/** @type {string} */ value) => {
    const parsed = number(value);
    if (!Number.isInteger(parsed)) throw new BadValue("must be a whole number");
    if (parsed < least) throw new BadValue(`must be at least ${least}`);
    if (parsed > most) throw new BadValue(`must be at most ${most}`);
    return parsed;
  };
}

/** @param {readonly string[]} protocols */
const webAddress =
  (...protocols) =>
  (/** @type {string} */ value) => {
    const begins = protocols.map((protocol) => `${protocol}//`).join(" or ");
    const isFine = works(() => accept("", protocols.includes(new URL(value.trim()).protocol), ""));
    return accept(value.trim(), isFine, `must be a web address that begins with ${begins}`);
  };

export const httpUrl = webAddress("http:", "https:");
export const secureUrl = webAddress("https:");

/** @param {string} value */
export function tilesUrl(value) {
  const parts = ["{z}", "{x}", "{y}"];
  return accept(
    httpUrl(value),
    parts.every((part) => value.includes(part)),
    "must have {z}, {x} and {y}",
  );
}

/** @param {string} value */
export function smtpUrl(value) {
  accept(value, /^smtps?:\/\/\S+$/.test(value), "must begin with smtp:// or smtps://");
  // The message omits the URL, which contains a password.
  const isReadable = works(() => {
    const { username, password } = new URL(value);
    return decodeURIComponent(username + password);
  });
  return accept(value, isReadable, "must be an address, with odd characters of a password in percent form");
}

/**
 * Not parsed as a URL, because one with a socket folder has no host.
 * @param {string} value
 */
export function databaseUrl(value) {
  accept(value, /^postgres(ql)?:\/\//.test(value), "must begin with postgres:// or postgresql://");
  const fault = hostsFault(value) ?? rootFault(value);
  return accept(value, fault === null, fault ?? "");
}

/** @param {string} url */
function rootFault(url) {
  const root = new URLSearchParams(url.split("?")[1]).get("sslrootcert");
  if (root === null || works(() => readFileSync(root))) return null;
  return `names a root certificate that cannot be read: ${root}`;
}

/** @param {string} value */
export function emailAddresses(value) {
  const list = value.split(",").map(normalizeEmail).filter(Boolean);
  if (!list.every(isEmailAddress)) throw new BadValue("must be email addresses, separated by commas");
  return list;
}

/** @param {string} value */
const isDay = (value) =>
  /^\d{4}-\d\d-\d\d$/.test(value) && works(() => accept("", new Date(value).toISOString().startsWith(value), ""));

/** @param {string} value */
export const day = (value) => accept(value, isDay(value), "must be a day such as 2026-12-12");

/** @param {string} value */
export function instant(value) {
  const [date = "", time = ""] = value.split("T");
  const isTime = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/.test(time);
  return accept(value, isDay(date) && isTime, "must be an ISO instant such as 2026-11-21T15:00:00Z");
}

/** @param {string} value */
export function timeZone(value) {
  const isZone = works(() => new Intl.DateTimeFormat("en-US", { timeZone: value }));
  // Rejects offsets, which have no DST and no name that calendars know.
  return accept(value, isZone && !/^[+-]/.test(value), "must be an IANA zone such as America/New_York");
}
