const KEY = "openid-trip";

/** What this tab left for the provider for. */
export type OpenIdTrip = { readonly purpose: "sign-in" | "connect"; readonly next: string | null };

export function rememberTrip(trip: OpenIdTrip): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(trip));
  } catch {
    // Without it the tab comes back to sign in, and the server refuses what does not fit.
  }
}

/** What this tab left for. Kept, so that a page loaded anew still knows. */
export function rememberedTrip(): OpenIdTrip {
  try {
    const trip = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as OpenIdTrip | null;
    return { purpose: trip?.purpose === "connect" ? "connect" : "sign-in", next: trip?.next ?? null };
  } catch {
    return { purpose: "sign-in", next: null };
  }
}
