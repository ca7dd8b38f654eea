/** Loads the passkey library on first use: it is an eighth of the code that startup would load. */
export const loadWebauthn = () => import("@simplewebauthn/server");
