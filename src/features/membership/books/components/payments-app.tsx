import { useEffect, useState } from "react";
import { consoleFetch, onConsoleChanged } from "#src/features/console/components/console-fetch.ts";
import { useExport } from "#src/features/console/components/use-export.ts";
import { ListFrame } from "#src/features/console/components/list-frame.tsx";
import { type PagedList, type PagedSource, usePagedList } from "#src/features/console/components/use-paged-list.ts";
import { BookedEntry } from "#src/features/membership/books/components/booked-entry.tsx";
import { Totals } from "#src/features/membership/books/components/totals.tsx";
import styles from "#src/features/membership/books/components/payments-app.module.css";
import { REFUNDS_ELSEWHERE } from "#src/features/membership/books/messages.ts";
import type { Booked, BookedPage, Totals as TotalsView } from "#src/features/membership/books/schema.ts";
import { METHOD_WORDS } from "#src/features/membership/messages.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { monthTitle } from "#src/shared/dates.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Options, SelectField } from "#src/ui/field.tsx";
import { useAddress } from "#src/ui/use-address.ts";
import { TypedField } from "#src/ui/typed-field.tsx";

const TOTALS = "/api/admin/memberships/totals";
const FILE_NAME = "payments.csv";
const BOOKS = "/api/admin/memberships/payments";

const SOURCE: PagedSource<BookedPage, Booked> = {
  cursor: "after",
  read: ({ payments, next }) => ({ items: payments, next }),
};

type ListProps = {
  books: PagedList<BookedPage, Booked>;
  /** Shown if the list is empty. */
  none: string;
  onChanged: (said: string) => void;
};

function List({ books, none, onChanged }: ListProps) {
  return (
    <ListFrame list={books} what={["payment", "payments"]} empty={<p className={styles.quiet}>{none}</p>}>
      {(payments) => (
        <ul className={styles.list}>
          {payments.map((booked) => (
            <BookedEntry key={booked.id} booked={booked} onOpen={() => onChanged("")} onChanged={onChanged} />
          ))}
        </ul>
      )}
    </ListFrame>
  );
}

type Filter = { readonly search: string; readonly method: string; readonly month: string };
const ALL: Filter = { search: "", method: "", month: "" };

const isMonth = (text: string) => /^2\d{3}-(?:0[1-9]|1[0-2])$/.test(text);

/** The filter as query parameters, without empty ones. */
const givenOf = (filter: Filter) => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));

type MonthsProps = Pick<React.ComponentProps<typeof Totals>, "chosen" | "none" | "onChoose"> & {
  totals: { readonly value: TotalsView | null; readonly failure: { readonly message: string } | null };
};

function Months({ totals: { value, failure }, ...choice }: MonthsProps) {
  return (
    <section className={styles.part} aria-labelledby="payments-totals">
      <h3 id="payments-totals" className={styles.title}>
        By month
      </h3>
      {failure && <p className={styles.quiet}>{`The totals could not be loaded. ${failure.message}`}</p>}
      {value && <Totals totals={value} {...choice} />}
    </section>
  );
}

type FilterProps = {
  filter: Filter;
  fault: string | undefined;
  onChange: (changed: Partial<Filter>) => void;
  children: React.ReactNode;
};

function BooksFilter({ filter, fault, onChange, children }: FilterProps) {
  return (
    <form role="search" aria-label="Payments" className={styles.filters} onSubmit={(event) => event.preventDefault()}>
      <TypedField
        label="Search"
        placeholder="Name, email, note or reference"
        value={filter.search}
        error={fault}
        onValue={(search) => onChange({ search })}
      />
      <SelectField label="Paid by" value={filter.method} onValue={(method) => onChange({ method })}>
        <option value="">Every way</option>
        <Options of={Object.entries(METHOD_WORDS)} />
      </SelectField>
      {children}
    </form>
  );
}

/** Explains missing totals: demonstrations are not counted, and a search may match nothing. */
function noTotals(isFiltered: boolean, entries: readonly Booked[] | null): string {
  if (isFiltered) return "Nothing to add up for this search.";
  const isDemonstrated = entries?.some(({ isDemonstration }) => isDemonstration);
  return isDemonstrated ? "No money came in: demonstration payments move none." : "No money came in.";
}

/** All entries with totals: search, filter by month and method, CSV export. */
function AllPayments({ onSaid }: { onSaid: (words: string) => void }) {
  const [address] = useAddress(["month"]);
  const [filter, setFilter] = useState({ ...ALL, month: isMonth(address.month) ? address.month : "" });
  const change = (changed: Partial<Filter>) => setFilter({ ...filter, ...changed });
  const query = new URLSearchParams(givenOf(filter)).toString();
  const totalsQuery = new URLSearchParams(givenOf({ ...filter, month: "" })).toString();
  const { reload, ...entries } = usePagedList(query === "" ? BOOKS : `${BOOKS}?${query}`, SOURCE);
  const { refresh, ...totals } = useLoaded<TotalsView>(`${TOTALS}?${totalsQuery}`, consoleFetch);
  const { isBusy, download } = useExport(`${BOOKS}/export`, FILE_NAME, onSaid);
  useEffect(
    () =>
      onConsoleChanged(() => {
        reload();
        void refresh();
      }),
    [reload, refresh],
  );
  return (
    <>
      <Months
        totals={totals}
        none={noTotals(totalsQuery !== "", entries.items)}
        chosen={filter.month}
        onChoose={(month) => change({ month })}
      />
      <section className={styles.part} aria-labelledby="payments-all">
        <h3 id="payments-all" className={styles.title}>
          {filter.month === "" ? "All payments" : `Payments of ${monthTitle(filter.month)}`}
        </h3>
        <BooksFilter filter={filter} fault={entries.failure?.fields?.["search"]} onChange={change}>
          <Button variant="quiet" aria-disabled={isBusy || undefined} onClick={() => void download(givenOf(filter))}>
            Export as CSV
          </Button>
        </BooksFilter>
        <List
          books={{ ...entries, reload }}
          none={query === "" ? "Nobody has paid yet." : "No payment fits this search."}
          onChanged={onSaid}
        />
      </section>
    </>
  );
}

/** The ledger: payments without a person, and all payments. */
export function PaymentsApp() {
  const waiting = usePagedList(`${BOOKS}?unmatched=1`, SOURCE);
  const [said, setSaid] = useState("");
  const { reload } = waiting;
  useEffect(() => onConsoleChanged(reload), [reload]);
  const count = waiting.answer?.unmatched ?? 0;
  return (
    <section className={styles.app} aria-labelledby="payments">
      <h2 id="payments" className={styles.heading}>
        Payments
      </h2>
      <p role="status" className={styles.quiet}>
        {said}
      </p>
      {waiting.answer?.cardRefunds === "at_provider" && <p className={styles.quiet}>{REFUNDS_ELSEWHERE}</p>}
      <section className={styles.part} aria-labelledby="payments-waiting">
        <h3 id="payments-waiting" className={styles.title}>
          Whose are these?{count > 0 && ` (${count === 100 ? "100 or more" : count})`}
        </h3>
        <List books={waiting} none="Every payment has its person." onChanged={setSaid} />
      </section>
      <AllPayments onSaid={setSaid} />
    </section>
  );
}
