import styles from "#src/features/map/components/places-map.module.css";
import { directionsUrl } from "#src/features/map/rules/places.ts";
import type { Place } from "#src/shared/merchants.ts";

type PlaceListProps = {
  places: readonly Place[];
  /** Those that the map shows. */
  pinned: readonly Place[];
  chosen: string | null;
  /** Null while no map is open. */
  onShow: ((id: string) => void) | null;
};

/** The number on the map; 0 leaves its room empty. */
function Pin({ number }: { number: number }) {
  return number === 0 ? (
    <span />
  ) : (
    <span className={styles.number} aria-hidden>
      {number}
    </span>
  );
}

/** The places as a list: everything the map shows, as text, and the places outside it. */
export function PlaceList({ places, pinned, chosen, onShow }: PlaceListProps) {
  return (
    <ol className={styles.list}>
      {places.map((place) => (
        <li key={place.id} className={styles.place} aria-current={place.id === chosen ? "true" : undefined}>
          <Pin number={pinned.indexOf(place) + 1} />
          <div className={styles.words}>
            <h3 className={styles.name}>{place.name}</h3>
            <p className={styles.kind}>{place.kind}</p>
            <p>{place.address}</p>
            {!pinned.includes(place) && <p className={styles.kind}>Outside the map</p>}
            {place.way.length > 1 ? (
              <ol className={styles.way}>
                {place.way.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            ) : (
              place.way.map((step) => (
                <p key={step} className={styles.kind}>
                  {step}
                </p>
              ))
            )}
            <p className={styles.actions}>
              <a href={directionsUrl(place)} target="_blank" rel="noopener" className={styles.directions}>
                Directions<span className="visually-hidden"> to {place.name}</span>
              </a>
              {/* After the link, which stays where it is when the map opens. */}
              {onShow && pinned.includes(place) && (
                <button type="button" className={styles.show} onClick={() => onShow(place.id)}>
                  Show on the map<span className="visually-hidden"> ({place.name})</span>
                </button>
              )}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
