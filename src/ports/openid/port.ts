/** State that the browser keeps in an HttpOnly cookie during the redirect. */
type OpenIdSecrets = { readonly state: string; readonly nonce: string; readonly codeVerifier: string };

/** A person as described by the provider. */
export type OpenIdPerson = {
  /** With `subject`, the permanent identity at the provider. */
  readonly issuer: string;
  readonly subject: string;
  /** Lower case, and verified by the provider. */
  readonly email: string;
  /** True if the provider runs the mailbox or its domain, so its word is as good as a mailed code. */
  readonly ownsEmail: boolean;
  readonly firstName: string;
  readonly lastName: string;
};

/** Why the sign-in failed. */
export type OpenIdFault =
  /** The user or the provider denied it. */
  | "denied"
  /** The response is for another browser, was used before, or expired. */
  | "invalid"
  /** The provider did not verify the email. */
  | "unverified_email";

export type OpenIdOutcome =
  | { readonly ok: true; readonly value: OpenIdPerson }
  | { readonly ok: false; readonly fault: OpenIdFault };

/**
 * Sign-in with an OpenID Connect provider: authorization code flow with PKCE, state and nonce. Throws `OutsideAway`
 * without a usable response.
 */
export type OpenIdPort = {
  /** The name on the button: "Google". */
  readonly name: string;
  /** The authorization URL. The browser returns to `redirectUri` with the query for {@link OpenIdPort.finish}. */
  begin(redirectUri: string): Promise<{ url: string; secrets: OpenIdSecrets }>;
  /** Exchanges the returned query for a person. */
  finish(input: { redirectUri: string; query: URLSearchParams; secrets: OpenIdSecrets }): Promise<OpenIdOutcome>;
};
