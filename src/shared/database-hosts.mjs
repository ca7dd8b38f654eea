// PostgreSQL URLs with several hosts, as libpq supports: postgres://me@one:5432,two:5432/db?target_session_attrs=…

const ADDRESS = /^(?<start>\w+:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#]*)(?<path>[^?#]*)(?:\?(?<query>.*))?$/;

/** The values of target_session_attrs that guarantee a writable server. */
const WRITABLE = ["read-write", "primary"];

/** @param {string} url */
function parts(url) {
  const { start = "", hosts = "", path = "", query = "" } = ADDRESS.exec(url)?.groups ?? {};
  return { start, hosts: hosts.split(","), path, query: new URLSearchParams(query) };
}

/**
 * Why a URL's hosts are invalid; null if they are valid.
 * @param {string} url
 * @returns {string | null}
 */
export function hostsFault(url) {
  const { hosts, query } = parts(url);
  const target = query.get("target_session_attrs");
  if ((query.get("host") ?? "").includes(","))
    return "names several hosts in ?host=: put them before the database's name";
  if (hosts.length > 1 && (target === null || !WRITABLE.includes(target)))
    return "names several hosts: add ?target_session_attrs=read-write, so that the one that takes writes is used";
  if (target !== null && ![...WRITABLE, "any"].includes(target))
    return "must have read-write, primary or any as target_session_attrs, because the site writes";
  if (hosts.length > 1 && hosts.includes("")) return "names an empty host";
  return null;
}

/**
 * One URL per host, without target_session_attrs.
 * @param {string} url
 * @returns {string[]}
 */
export function hostUrls(url) {
  const { start, hosts, path, query } = parts(url);
  if (hosts.length === 1 && !query.has("target_session_attrs")) return [url];
  query.delete("target_session_attrs");
  const rest = query.size > 0 ? `?${query}` : "";
  return hosts.map((host) => `${start}${host}${path}${rest}`);
}
