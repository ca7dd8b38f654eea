/** Addresses of the demo accounts. Nobody real can have one: example.com takes no mail (RFC 2606). */
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
