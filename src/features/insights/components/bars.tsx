import styles from "#src/features/insights/components/insights.module.css";

type Bar = {
  /** Below the bar, if there is room. */
  readonly label: string;
  /** Accessible description: `Nov 17 – Nov 23: 14 people`. */
  readonly words: string;
  /** From bottom to top. */
  readonly parts: readonly number[];
};

type BarsProps = {
  title: string;
  bars: readonly Bar[];
  /** The names of the parts; not needed for a single part. */
  parts?: readonly string[];
  /** The largest value in words, for the scale. */
  format: (value: number) => string;
};

const HEIGHT = 100;
const STEP = 10;
const GAP = 2;
/** With more bars, only every fourth label fits on a phone. */
const MOST_LABELS = 12;

function Stack({ bar: { words, parts }, index, most }: { bar: Bar; index: number; most: number }) {
  const heights = parts.map((value) => (Math.max(0, value) / most) * HEIGHT);
  return (
    <g>
      <title>{words}</title>
      {heights.map((height, part) => (
        <rect
          key={part}
          className={styles.bar}
          data-part={part}
          x={index * STEP + GAP / 2}
          y={HEIGHT - heights.slice(0, part + 1).reduce((sum, each) => sum + each, 0)}
          width={STEP - GAP}
          height={height}
        />
      ))}
    </g>
  );
}

/** A bar chart. Screen readers get its title; the table below has the numbers. */
export function Bars({ title, bars, parts = [], format }: BarsProps) {
  const sums = bars.map((bar) => bar.parts.reduce((sum, value) => sum + Math.max(0, value), 0));
  const most = Math.max(...sums);
  if (most <= 0) return null;
  const every = bars.length > MOST_LABELS ? 4 : 1;
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.scale}>
        <span>{format(most)}</span>
        {parts.map((name, part) => (
          <span key={name} className={styles.key} data-part={part}>
            {name}
          </span>
        ))}
      </figcaption>
      <svg
        role="img"
        aria-label={`${title}, as bars. The table below has the numbers.`}
        className={styles.bars}
        viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {bars.map((bar, index) => (
          <Stack key={bar.label} bar={bar} index={index} most={most} />
        ))}
      </svg>
      <div className={styles.labels} data-sparse={every > 1 || undefined} aria-hidden>
        {bars.map(({ label }, index) => (
          <span key={label}>{index % every === 0 && label}</span>
        ))}
      </div>
    </figure>
  );
}
