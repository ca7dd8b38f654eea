// What the tables of who may do what are made of.

export const VIEWERS = ["visitor", "male", "complete", "incomplete", "member", "host", "otherHost", "admin"] as const;
export type ViewerName = (typeof VIEWERS)[number];
export type Cell = { readonly viewer: ViewerName; readonly userId: string; readonly number: number };
export type Call = (cell: Cell) => { path: string; body?: unknown };
export type Row = readonly [what: string, method: string, path: string, call: Call, ...statuses: readonly number[]];

export const at =
  (path: string, body?: unknown): Call =>
  () => ({ path, ...(body !== undefined && { body }) });
export const everyone = (status: number) => VIEWERS.map(() => status);
export const signedIn = (status: number) => [401, ...VIEWERS.slice(1).map(() => status)];
export const members = (status: number, others = 404) => [
  others,
  others,
  others,
  others,
  status,
  status,
  status,
  status,
];
export const keepers = (status: number) => [401, 403, 403, 403, 403, status, 403, status];
export const admins = (status: number) => [401, 403, 403, 403, 403, 403, 403, status];
