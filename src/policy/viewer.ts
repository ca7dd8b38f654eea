/** Who asks, as the verified id token says; nobody signed in is a visitor. Made only by `context/viewer.server.ts`. */
export type Viewer =
  | { readonly kind: "visitor" }
  | {
      readonly kind: "user" | "member" | "admin";
      /** The identity provider's id of the account. */
      readonly sub: string;
      readonly email: string;
      readonly emailVerified: boolean;
    };

export const VISITOR: Viewer = { kind: "visitor" };

/** The role that a token's groups give: Admins before Members before nothing. */
export function roleOfGroups(groups: readonly string[]): "admin" | "member" | "user" {
  if (groups.includes("Admins")) return "admin";
  if (groups.includes("Members")) return "member";
  return "user";
}
