import { useState } from "react";
import styles from "#src/features/membership/books/components/payments-app.module.css";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { takeFocus } from "#src/ui/take-focus.ts";
import { TypedField } from "#src/ui/typed-field.tsx";

export type Found = { readonly userId: string; readonly name: string; readonly email: string };

const MOST_SHOWN = 10;

function pathOf(words: string): string | null {
  if (words === "") return null;
  return `/api/pending-join-requests/users?${new URLSearchParams({ page: "1", limit: String(MOST_SHOWN), search: words })}`;
}

type PersonSearchProps = {
  /** The initial search. */
  first: string;
  /** Why the chosen person was refused. */
  error: string | undefined;
  onChosen: (person: Found) => void;
};

/** Finds a person by name, address or phone. */
export function PersonSearch({ first, error, onChosen }: PersonSearchProps) {
  const [words, setWords] = useState(first);
  const search = useLoaded<{ users: Found[] }>(pathOf(words.trim()), consoleFetch);
  const people = words.trim() === "" ? null : search.value?.users;
  return (
    <div className={styles.search}>
      <TypedField
        label="Who paid? Name, email or phone"
        ref={takeFocus}
        value={words}
        error={error ?? search.failure?.message}
        onValue={setWords}
      />
      <p role="status" className={styles.quiet}>
        {people && (people.length === 0 ? "No matches." : "Choose who it is:")}
      </p>
      <ul className={styles.people}>
        {people?.map((person) => (
          <li key={person.userId}>
            <button type="button" className={styles.person} onClick={() => onChosen(person)}>
              <strong>{person.name || "No name"}</strong> {person.email}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
