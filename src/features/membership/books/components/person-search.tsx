import { useEffect, useState } from "react";
import styles from "#src/features/membership/books/components/payments-app.module.css";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { TextField } from "#src/ui/field.tsx";
import { takeFocus } from "#src/ui/take-focus.ts";

type Found = { readonly userId: string; readonly name: string; readonly email: string };

/** Long enough that a word is not searched for letter by letter. */
const PAUSE_MS = 250;
const MOST_SHOWN = 10;

/** People of these words, once the typing pauses. */
function useFound(words: string) {
  const [found, setFound] = useState<{ people: readonly Found[]; failure: string } | null>(null);
  useEffect(() => {
    if (words === "") return;
    const request = new AbortController();
    const timer = setTimeout(() => {
      const query = new URLSearchParams({ page: "1", limit: String(MOST_SHOWN), search: words });
      void consoleFetch<{ users: Found[] }>(`/api/pending-join-requests/users?${query}`, {
        signal: request.signal,
      }).then((answer) => {
        if (request.signal.aborted) return;
        setFound(answer.ok ? { people: answer.value.users, failure: "" } : { people: [], failure: answer.message });
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [words]);
  return words === "" ? null : found;
}

type PersonSearchProps = {
  /** What is searched for at first. */
  first: string;
  /** Why the one who was chosen could not be taken; empty when nothing went wrong. */
  error: string;
  onChosen: (userId: string) => void;
};

/** Finds a person by name, address or phone. */
export function PersonSearch({ first, error, onChosen }: PersonSearchProps) {
  const [words, setWords] = useState(first);
  const found = useFound(words.trim());
  return (
    <div className={styles.search}>
      <TextField
        label="Whose is it? Name, email or phone"
        type="search"
        ref={takeFocus}
        autoComplete="off"
        value={words}
        error={error || found?.failure || undefined}
        onValue={setWords}
      />
      <p role="status" className={styles.quiet}>
        {found && found.failure === "" && (found.people.length === 0 ? "Nobody is found." : "Choose who it is:")}
      </p>
      <ul className={styles.people}>
        {found?.people.map(({ userId, name, email }) => (
          <li key={userId}>
            <button type="button" className={styles.person} onClick={() => onChosen(userId)}>
              <strong>{name || "No name"}</strong> {email}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
