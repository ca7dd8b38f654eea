import { pictures } from "#src/shared/pictures.generated.ts";
import { uploadFacts } from "#src/shared/pictures-uploaded.ts";
import styles from "#src/ui/picture.module.css";

type PictureFacts = { width: number; height: number; widths: readonly number[]; alt: string; color: string };

const drawn: Readonly<Record<string, PictureFacts | undefined>> = pictures;

/** Metadata known before loading: from the manifest, or from an upload's key. */
function factsOf(name: string): PictureFacts | undefined {
  const upload = drawn[name] === undefined ? uploadFacts(name) : null;
  return upload?.kind === "picture" ? { ...upload, alt: "" } : drawn[name];
}

// Lists repeat a few names, so their source sets are memoized.
const sourceSets = new Map<string, string>();

function makeSourceSet(name: string, format: "avif" | "webp"): string {
  return (factsOf(name)?.widths ?? []).map((width) => `/images/${name}-${width}.${format} ${width}w`).join(", ");
}

function sourceSet(name: string, format: "avif" | "webp"): string {
  // Uploads are unbounded, so they are not memoized.
  if (drawn[name] === undefined) return makeSourceSet(name, format);
  const key = `${name}.${format}`;
  const set = sourceSets.get(key) ?? makeSourceSet(name, format);
  sourceSets.set(key, set);
  return set;
}

/** The URL of a picture at about `width` pixels, as WebP, which every link preview supports. */
export function pictureUrl(name: string, width: number): string {
  const widths = factsOf(name)?.widths;
  if (!widths) return `/images/${encodeURIComponent(name)}`;
  const fitting = widths.find((each) => each >= width) ?? widths.at(-1);
  return `/images/${name}-${fitting}.webp`;
}

type PictureProps = {
  /** A manifest name, or an upload's key. */
  name: string;
  sizes: string;
  /** Overrides the manifest's alt text; empty for decoration. */
  alt?: string;
  /** An alternative crop for portrait phones. */
  tall?: string;
  /** The page's LCP image, loaded with high priority. */
  priority?: boolean;
  className?: string | undefined;
};

// The breakpoint of the tall crop; Hero and Picture must match the layout's.
const UPRIGHT = "(max-width: 47.99em) and (orientation: portrait)";

/** A responsive picture with reserved room. */
export function Picture({ name, sizes, alt, tall, priority = false, className }: PictureProps) {
  const facts = factsOf(name);
  const upright = tall === undefined ? undefined : drawn[tall];
  const classes = className ? `${styles.picture} ${className}` : styles.picture;
  const loading = priority
    ? ({ fetchPriority: "high", loading: "eager" } as const)
    : ({ loading: "lazy", decoding: "async" } as const);
  if (!facts) {
    return <img {...loading} className={classes} src={`/images/${encodeURIComponent(name)}`} alt={alt ?? ""} />;
  }
  return (
    <picture className={styles.frame}>
      {tall !== undefined && upright && (
        <>
          <source
            media={UPRIGHT}
            type="image/avif"
            srcSet={sourceSet(tall, "avif")}
            sizes={sizes}
            width={upright.width}
            height={upright.height}
          />
          <source
            media={UPRIGHT}
            type="image/webp"
            srcSet={sourceSet(tall, "webp")}
            sizes={sizes}
            width={upright.width}
            height={upright.height}
          />
        </>
      )}
      <source type="image/avif" srcSet={sourceSet(name, "avif")} sizes={sizes} />
      <img
        {...loading}
        className={classes}
        srcSet={sourceSet(name, "webp")}
        sizes={sizes}
        src={pictureUrl(name, 960)}
        width={facts.width}
        height={facts.height}
        alt={alt ?? facts.alt}
        style={{ backgroundColor: facts.color }}
      />
    </picture>
  );
}
