import styles from "#src/features/map/components/map-pin.module.css";

/** A pin whose tip is at the center of its frame. */
export function MapPin() {
  return (
    <svg viewBox="-15 -37 30 38" width="30" height="38" className={styles.pin} aria-hidden>
      <path d="M0 0C-5-9-13-13-13-22a13 13 0 1 1 26 0c0 9-8 13-13 22z" />
      <circle cy="-22" r="5" />
    </svg>
  );
}
