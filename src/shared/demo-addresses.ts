/** Emails of the demo accounts. No real person can have one: example.com receives no mail (RFC 2606). */
export const DEMO_ADDRESSES = [
  "admin@example.com",
  "member@example.com",
  "complete@example.com",
  "incomplete@example.com",
  "user@example.com",
  "host@example.com",
] as const;

export type DemoAddress = (typeof DEMO_ADDRESSES)[number];

export function isDemoAddress(email: string): boolean {
  return (DEMO_ADDRESSES as readonly string[]).includes(email);
}
