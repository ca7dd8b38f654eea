import { Link } from "react-router";
import styles from "#src/features/dashboard/components/account-tab.module.css";
import { Switch } from "#src/features/dashboard/components/switch.tsx";
import { useSaving } from "#src/features/dashboard/components/use-saving.ts";
import type { Listing, OwnResults } from "#src/features/events/ladder/schema.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { Section } from "#src/ui/section.tsx";

/** The person's ladder results, and a way to leave the ladder. */
export function LadderSection() {
  const { value, set, refresh } = useLoaded<OwnResults>("/api/ladder/own");
  const { said, save } = useSaving();
  function list(isListed: boolean) {
    if (value === null) return;
    set({ ...value, isListed });
    save({
      send: () => memberFetch<Listing>("/api/ladder/own", { method: "PATCH", body: { isListed } }),
      onRefused: () => void refresh(),
    });
  }
  return (
    <Section id="account-ladder" title="Games and levels">
      <p className={styles.hint}>
        When a host enters scores on the court board, they make up your level.{" "}
        <Link to="/ladder">See your results</Link>
      </p>
      <Switch
        label="Show me on the ladder"
        hint="Members see your name, level and results of the season there, and hosts plan games by your level. Off: only you see them."
        isOn={value?.isListed ?? true}
        isDisabled={value === null}
        onSwitch={list}
      />
      <p className={said.isError ? styles.refused : styles.hint} role="status">
        {said.text}
      </p>
    </Section>
  );
}
