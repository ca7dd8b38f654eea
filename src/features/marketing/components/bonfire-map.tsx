import { Link } from "react-router";
import { PlacesMap } from "#src/features/map/components/places-map.tsx";
import { MEETING_POINTS } from "#src/features/map/rules/places.ts";
import type { MapTiles } from "#src/features/map/queries.server.ts";
import styles from "#src/features/marketing/components/bonfire-map.module.css";

const LIGHTS = [0, 1, 2, 3, 4, 5, 6];

/** From land to water, in walking order. */
function Ground() {
  return (
    <>
      <rect className={styles.lot} width="640" height="90" />
      <path
        className={styles.line}
        d="M60 20v50M120 20v50M180 20v50M240 20v50M400 20v50M460 20v50M520 20v50M580 20v50"
      />
      <rect className={styles.sand} y="90" width="640" height="230" />
      <path className={styles.dune} d="M0 90h640v50q-50 34-110 18t-120 14-130-8-140 12-140-16z" />
      <path className={styles.wet} d="M0 292q80-16 160 0t160 0 160 0 160 0v68H0z" />
      <path className={styles.sea} d="M0 326q80-14 160 0t160 0 160 0 160 0v74H0z" />
    </>
  );
}

function Fire() {
  return (
    <>
      <path className={styles.flame} d="M492 262q-26-22-4-50 2 16 10 18 2-20 14-30-2 22 10 32t-6 30z" />
      {LIGHTS.map((light) => (
        <circle key={light} className={styles.lights} cx={440 + light * 22} cy={196 + Math.abs(light - 3) * -5} r="5" />
      ))}
    </>
  );
}

/** The meeting point, with a sketch of the way to each fire pit. The event says which one is tonight's. */
export function BonfireMap({ tiles, hasMerchants }: { tiles: MapTiles; hasMerchants: boolean }) {
  return (
    <section className={styles.map} aria-labelledby="bonfire-map">
      <h2 id="bonfire-map" className={styles.heading}>
        Bonfire map
      </h2>
      <p className={styles.lead}>
        We meet at one of these; the event says at which.
        {hasMerchants && (
          <>
            {" "}
            For a stop on the way there is a <Link to="/map">map of merchants</Link>.
          </>
        )}
      </p>
      <PlacesMap title="Where our bonfires meet" places={MEETING_POINTS} poster="/maps/bonfire.svg" tiles={tiles} />
      <h3 className={styles.sketch}>From any of them to the fire</h3>
      <figure>
        <svg
          viewBox="0 0 640 400"
          className={styles.drawing}
          role="img"
          aria-label="From the parking lot the boardwalk leads over the dunes; on the sand turn right to the string of lights and the fire, well above the water"
        >
          <Ground />
          <path className={styles.boards} d="M320 74v114" />
          <path className={styles.way} d="M320 190q10 54 64 52t90 0" />
          <Fire />
          <text className={styles.words} x="320" y="54" textAnchor="middle">
            Parking
          </text>
          <text className={styles.words} x="24" y="130">
            Dunes: stay off
          </text>
          <text className={styles.words} x="340" y="150">
            Boardwalk
          </text>
          <text className={styles.words} x="534" y="252">
            The fire
          </text>
          <text className={`${styles.words} ${styles["on-sea"]}`} x="24" y="380">
            The sea
          </text>
        </svg>
        <figcaption className={styles.caption}>
          A sketch, not to scale. Left or right is in the event, with the fire ring.
        </figcaption>
      </figure>
    </section>
  );
}
