const KEY = "openid-trip";

/** The purpose for which this tab went to the provider. */
export type OpenIdTrip = { readonly purpose: "sign-in" | "connect"; readonly next: string | null };

export function rememberTrip(trip: OpenIdTrip): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(trip));
  } catch {
    // Defaults to a sign-in; the server refuses a mismatch.
  }
}

/** The purpose of this tab's trip, stored so that a reload still knows it. */
export function rememberedTrip(): OpenIdTrip {
  try {
    const trip = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as OpenIdTrip | null;
    return { purpose: trip?.purpose === "connect" ? "connect" : "sign-in", next: trip?.next ?? null };
  } catch {
    return { purpose: "sign-in", next: null };
  }
}
