// @ts-check
// Settings that are valid alone but conflict. Plain JavaScript without packages, see settings.mjs.
import { isLoopback } from "../shared/loopback.mjs";

/**
 * The settings that make the site reachable from other machines, with their values.
 * @param {import("./settings.mjs").Settings} value
 */
function openToOthers({ PUBLIC_URL, HOST }) {
  const isPublic = PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname);
  return [...(isPublic ? [`PUBLIC_URL=${PUBLIC_URL}`] : []), ...(isLoopback(HOST) ? [] : [`HOST=${HOST}`])];
}

/** The settings that each adapter requires. */
const NEEDED = /** @type {const} */ ([
  ["IDENTITY", "cognito", ["COGNITO_USER_POOL_ID", "COGNITO_CLIENT_ID"]],
  ["CHAT", "groupme", ["GROUPME_TOKEN"]],
  ["MAILER", "smtp", ["SMTP_URL"]],
  ["IMAGES", "s3", ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"]],
]);

/** @param {import("./settings.mjs").Settings} value */
function missing(value) {
  return NEEDED.flatMap(([choice, chosen, names]) =>
    value[choice] === chosen
      ? names.filter((name) => value[name] === undefined).map((name) => `${name} is needed with ${choice}=${chosen}`)
      : [],
  );
}

/**
 * @param {import("./settings.mjs").Settings} value
 * @returns {[boolean, string][]}
 */
function openIdRules({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret, IDENTITY }) {
  const isMeant = issuer !== undefined || id !== undefined || secret !== undefined;
  const { protocol, hostname } = new URL(issuer ?? "https://unset.invalid");
  return [
    [isMeant && issuer === undefined, "OIDC_ISSUER is needed with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET"],
    [isMeant && id === undefined, "OIDC_CLIENT_ID is needed with OIDC_ISSUER"],
    [isMeant && secret === undefined, "OIDC_CLIENT_SECRET is needed with OIDC_ISSUER"],
    // Our secret and people's identities travel over this connection.
    [protocol === "http:" && !isLoopback(hostname), "OIDC_ISSUER must begin with https://"],
    [
      isMeant && IDENTITY === "cognito",
      "OIDC_ISSUER is for IDENTITY=local: with a Cognito user pool, add the provider to the pool",
    ],
  ];
}

/**
 * A message for each pair of conflicting settings.
 * @param {import("./settings.mjs").Settings} value
 * @returns {string[]}
 */
export function contradictions(value) {
  const isProduction = value.NODE_ENV === "production";
  const open = openToOthers(value);
  const hasProvider = [value.STRIPE_PAYMENT_LINK, value.STRIPE_WEBHOOK_SECRET, value.PROMPT_CASH_TOKEN].some(Boolean);
  const isDemonstration = value.DEMONSTRATION_PAYMENTS === "on";
  /** @type {[boolean, string][]} */
  const rules = [
    // The demo town's password, fixed clock and free memberships are safe on one machine only.
    [!isProduction && open.length > 0, `${open.join(" and ")} lets others reach the site, so set NODE_ENV=production`],
    [
      isProduction && value.SEED === "demo",
      "SEED=demo makes accounts that everybody knows and is not allowed in production",
    ],
    [
      isDemonstration && isProduction,
      "DEMONSTRATION_PAYMENTS=on gives memberships away and is not allowed in production",
    ],
    [
      isDemonstration && hasProvider,
      "DEMONSTRATION_PAYMENTS=on cannot go together with a payment service: memberships would be given away",
    ],
    [
      value.STRIPE_API_KEY !== undefined && value.STRIPE_WEBHOOK_SECRET === undefined,
      "STRIPE_WEBHOOK_SECRET is needed with STRIPE_API_KEY: the books learn of refunds from webhooks",
    ],
    ...openIdRules(value),
    [isProduction && value.NOW !== undefined, "NOW fixes the clock and is not allowed in production"],
  ];
  return [...rules.flatMap(([isWrong, words]) => (isWrong ? [words] : [])), ...missing(value)];
}
