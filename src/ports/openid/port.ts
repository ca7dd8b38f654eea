/** What the browser must hold, unreadable for scripts, between leaving for the provider and coming back. */
type OpenIdSecrets = { readonly state: string; readonly nonce: string; readonly codeVerifier: string };

/** Someone as the provider describes them. */
export type OpenIdPerson = {
  /** With `subject`, the provider's name for this person for ever. */
  readonly issuer: string;
  readonly subject: string;
  /** Lower case, and verified by the provider. */
  readonly email: string;
  /** True when the provider itself runs the mailbox or its domain, so that its word is as good as a mail of ours. */
  readonly ownsEmail: boolean;
  readonly firstName: string;
  readonly lastName: string;
};

/** Why nobody came back from the provider. */
export type OpenIdFault =
  /** The person or the provider said no. */
  | "denied"
  /** The answer is not for this browser, was used before, or came too late. */
  | "invalid"
  /** The provider does not vouch for the email address. */
  | "unverified_email";

export type OpenIdOutcome =
  | { readonly ok: true; readonly value: OpenIdPerson }
  | { readonly ok: false; readonly fault: OpenIdFault };

/**
 * Sign-in with an OpenID Connect provider: authorization code flow with PKCE, state and nonce. Throws `OutsideAway` when
 * the provider gives no answer that can be used.
 */
export type OpenIdPort = {
  /** What the button calls it: "Google". */
  readonly name: string;
  /** Where to send the browser. It comes back to `redirectUri` with a query for {@link OpenIdPort.finish}. */
  begin(redirectUri: string): Promise<{ url: string; secrets: OpenIdSecrets }>;
  /** Turns what the browser brought back into a person. `query` is the query of its address. */
  finish(input: { redirectUri: string; query: URLSearchParams; secrets: OpenIdSecrets }): Promise<OpenIdOutcome>;
};
