/** The list's sort orders by API name, with their labels. */
export const SORTS = {
  userId: { asc: "Oldest first", desc: "Newest first" },
  name: { asc: "Name, A to Z", desc: "Name, Z to A" },
  paidUntil: { asc: "Paid until, soonest first", desc: "Paid until, latest first" },
  lastAttended: { asc: "Last attended, longest ago first", desc: "Last attended, newest first" },
  dateAdded: { asc: "Added, oldest first", desc: "Added, newest first" },
} as const;
export type SortBy = keyof typeof SORTS;
export type SortOrder = "asc" | "desc";
export type Sorting = { readonly sortBy: SortBy; readonly sortOrder: SortOrder };

export const SORT_NAMES = ["sortBy", "sortOrder"] as const;

/** The order in the URL; by default newest first. */
export function sortingOf({ sortBy, sortOrder }: Readonly<Record<(typeof SORT_NAMES)[number], string>>): Sorting {
  const isKnown = Object.hasOwn(SORTS, sortBy);
  return {
    sortBy: isKnown ? (sortBy as SortBy) : "userId",
    sortOrder: isKnown && sortOrder === "asc" ? "asc" : "desc",
  };
}

/** The order after pressing a column's heading: names start at A, dates at the newest; a second press reverses it. */
export function nextSorting(column: SortBy, { sortBy, sortOrder }: Sorting): Sorting {
  if (column !== sortBy) return { sortBy: column, sortOrder: column === "name" ? "asc" : "desc" };
  return { sortBy, sortOrder: sortOrder === "asc" ? "desc" : "asc" };
}
