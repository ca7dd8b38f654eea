/** Checks passkeys. An eighth of what a start would read, so it is loaded with the first passkey. */
export const loadWebauthn = () => import("@simplewebauthn/server");
