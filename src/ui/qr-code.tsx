import styles from "#src/ui/qr-code.module.css";

// Apps and cameras need an empty margin of four modules around the code.
const QUIET_ZONE = 4;

/** A QR code whose dark modules are an SVG path on a grid of `size`. */
export function QrCode({ size, path, label }: { size: number; path: string; label: string }) {
  const whole = size + 2 * QUIET_ZONE;
  return (
    <svg
      className={styles.qr}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${whole} ${whole}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}
