import { at, type Row, signedIn } from "#tests/support/policy-rows.ts";

const FACTORS = "/api/account/factors";
const APP = `${FACTORS}/authenticator`;
const PASSKEYS = `${FACTORS}/passkeys`;
const PROOF = "/api/account/proof";

const CREDENTIAL = { id: "a", rawId: "a", type: "public-key" };
const ATTESTATION = { ...CREDENTIAL, response: { clientDataJSON: "a", attestationObject: "a" } };

/** What people do to their own sign-in methods. */
export const ACCOUNT_ROWS: readonly Row[] = [
  ["read one's sign-in methods", "get", FACTORS, at(FACTORS), ...signedIn(200)],
  ["begin a passkey", "post", `${PASSKEYS}/options`, at(`${PASSKEYS}/options`, {}), ...signedIn(200)],
  ["add a passkey that was not begun", "post", PASSKEYS, at(PASSKEYS, { response: ATTESTATION }), ...signedIn(422)],
  ["rename no passkey", "patch", `${PASSKEYS}/:id`, at(`${PASSKEYS}/none`, { name: "Mine" }), ...signedIn(404)],
  ["remove no passkey", "delete", `${PASSKEYS}/:id`, at(`${PASSKEYS}/none`), ...signedIn(404)],
  ["confirm no app", "post", `${APP}/confirm`, at(`${APP}/confirm`, { code: "123456" }), ...signedIn(409)],
  ["remove no app", "delete", APP, at(APP), ...signedIn(404)],
  ["begin an authenticator app", "post", APP, at(APP, {}), ...signedIn(200)],
  [
    "make codes without a factor",
    "post",
    `${FACTORS}/recovery-codes`,
    at(`${FACTORS}/recovery-codes`, {}),
    ...signedIn(409),
  ],
  ["ask how to prove it", "get", PROOF, at(PROOF), ...signedIn(200)],
  ["prove it by passkey", "post", `${PROOF}/passkey`, at(`${PROOF}/passkey`, {}), ...signedIn(200)],
  ["prove it with a wrong password", "post", PROOF, at(PROOF, { method: "password", password: "x" }), ...signedIn(422)],
];
