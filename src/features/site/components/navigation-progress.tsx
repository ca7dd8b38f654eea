import { useNavigation } from "react-router";
import styles from "#src/features/site/components/navigation-progress.module.css";

/** Shows that the next page is loading, if that takes longer than a moment. */
export function NavigationProgress() {
  const { state } = useNavigation();
  if (state === "idle") return null;
  return <div className={styles.bar} role="progressbar" aria-label="Loading the page" />;
}
