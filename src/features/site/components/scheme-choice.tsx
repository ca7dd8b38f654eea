import { useEffect, useState } from "react";
import styles from "#src/features/site/components/scheme-choice.module.css";
import { chooseScheme, chosenScheme, followSystem, type Scheme, SCHEMES } from "#src/ui/color-scheme.ts";
import { useHydrated } from "#src/ui/use-hydrated.ts";

const LABELS: Readonly<Record<Scheme, string>> = { auto: "Auto", light: "Light", dark: "Dark" };

/** Light, dark or automatic. Reserves its space before hydration. */
export function SchemeChoice() {
  const hydrated = useHydrated();
  const [chosen, setChosen] = useState<Scheme | null>(null);
  const current = chosen ?? (hydrated ? chosenScheme() : null);
  useEffect(() => (current === null ? undefined : followSystem(current)), [current]);
  return (
    <div role="group" aria-label="Color scheme" className={styles.choice} data-ready={hydrated || undefined}>
      {SCHEMES.map((scheme) => (
        <button
          key={scheme}
          type="button"
          className={styles.option}
          aria-pressed={current === scheme}
          onClick={() => {
            chooseScheme(scheme);
            setChosen(scheme);
          }}
        >
          {LABELS[scheme]}
        </button>
      ))}
    </div>
  );
}
