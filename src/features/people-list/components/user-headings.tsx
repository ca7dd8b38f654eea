import IconArrowDown from "@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs";
import styles from "#src/features/people-list/components/user-headings.module.css";
import { nextSorting, type SortBy, type Sorting } from "#src/features/people-list/components/sorts.ts";

export const COLUMNS: readonly { readonly label: string; readonly sortBy?: SortBy; readonly name: string }[] = [
  { label: "Name", sortBy: "name", name: "name" },
  { label: "Contact", name: "contact" },
  { label: "Paid until", sortBy: "paidUntil", name: "paidUntil" },
  { label: "Last attended", sortBy: "lastAttended", name: "lastAttended" },
  { label: "Sex", name: "sex" },
  { label: "GroupMe ID", name: "groupMe" },
  { label: "Status", name: "status" },
  { label: "Added", sortBy: "dateAdded", name: "dateAdded" },
];

type SortProps = { readonly sorting: Sorting; readonly onSort: (sorting: Sorting) => void };
type HeadingProps = SortProps & { column: (typeof COLUMNS)[number] };

/** A column heading; pressing it sorts by the column. */
export function Heading({ column: { label, sortBy, name }, sorting, onSort }: HeadingProps) {
  if (sortBy === undefined)
    return (
      <th scope="col" data-column={name}>
        {label}
      </th>
    );
  const isSorted = sorting.sortBy === sortBy;
  const words = sorting.sortOrder === "asc" ? "ascending" : "descending";
  return (
    <th scope="col" data-column={name} aria-sort={isSorted ? words : undefined}>
      <button type="button" className={styles.sort} onClick={() => onSort(nextSorting(sortBy, sorting))}>
        {label}
        <IconArrowDown size={16} stroke={2} aria-hidden data-order={isSorted ? sorting.sortOrder : undefined} />
      </button>
    </th>
  );
}
