import { type IdentityPort, type IdTokens, refused } from "#src/ports/identity/port.ts";
import { isDemoAddress } from "#src/shared/demo-addresses.ts";

type Call = (...args: never[]) => unknown;

function withoutDemo(answer: unknown): unknown {
  if (answer === null || typeof answer !== "object" || !("value" in answer)) return answer;
  const { value } = answer;
  const isDemo = value !== null && typeof value === "object" && "email" in value && isDemoAddress(String(value.email));
  return isDemo ? refused("wrong_credentials") : answer;
}

/**
 * Wraps an identity provider so that demo accounts do not exist. Filters every result, so new methods are covered too.
 */
export function refuseDemoAccounts(identity: IdentityPort): IdentityPort {
  const calls = Object.entries(identity as Readonly<Record<string, unknown>>).map(([name, part]) => {
    if (typeof part !== "function") return [name, part];
    const call = part as Call;
    const checked: Call = (...args) => {
      const answer = call(...args);
      return answer instanceof Promise ? answer.then(withoutDemo) : answer;
    };
    return [name, checked];
  });
  return Object.fromEntries(calls) as IdentityPort;
}

/** Rejects id tokens of demo accounts, however and whenever they signed in. */
export function refuseDemoTokens(idTokens: IdTokens): IdTokens {
  return {
    ...idTokens,
    async verify(token) {
      const claims = await idTokens.verify(token);
      return claims && isDemoAddress(claims.email) ? null : claims;
    },
  };
}
