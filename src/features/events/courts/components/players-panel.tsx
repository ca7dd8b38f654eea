import { useRef, useState } from "react";
import { byName, nameIn, type Names } from "#src/features/events/court-follow/components/court-card.tsx";
import look from "#src/features/events/court-follow/components/board.module.css";
import styles from "#src/features/events/courts/components/courts.module.css";
import type { HostTools } from "#src/features/events/court-sync/components/use-host-board.ts";
import { type BoardPlayer, gamesInPlay } from "#src/features/events/court-plan/rules/board.ts";
import { gamesOf } from "#src/features/events/court-plan/rules/turns.ts";
import type { Presence, Wish } from "#src/features/events/court-plan/rules/actions.ts";
import { HIGHEST_LEVEL, LOWEST_LEVEL, MOST_PLAYERS } from "#src/features/events/court-plan/rules/formats.ts";
import type { CourtsView } from "#src/features/events/courts/schema.ts";
import { Button } from "#src/ui/button-link.tsx";
import { counted } from "#src/shared/counted.ts";
import { Options, SelectField, TextField } from "#src/ui/field.tsx";
import { thenFocus } from "#src/ui/then-focus.ts";

const LEVELS = Array.from({ length: (HIGHEST_LEVEL - LOWEST_LEVEL) * 2 + 1 }, (_, step) => LOWEST_LEVEL + step / 2);
const PRESENCE_WORDS: Readonly<Record<Presence, string>> = { here: "Plays", resting: "Rests", left: "Left" };
const LONGEST_NAME = 80;

type People = NonNullable<CourtsView["host"]>["people"];
type ArrivedProps = { tools: HostTools; people: People };

type WalkInFormProps = { onAdd: (name: string) => void; isFull: boolean; taken: readonly string[] };

function WalkInForm({ onAdd, isFull, taken }: WalkInFormProps) {
  const [name, setName] = useState("");
  const [fault, setFault] = useState<string>();
  return (
    <form
      className={styles.line}
      onSubmit={(event) => {
        event.preventDefault();
        if (isFull) return setFault(`A board holds ${MOST_PLAYERS} players.`);
        if (name.trim() === "") return setFault("Enter a name.");
        if (taken.includes(name.trim().toLowerCase()))
          return setFault("This name is on the board already. Add the first letter of the last name.");
        onAdd(name.trim());
        setName("");
        setFault(undefined);
      }}
    >
      <TextField label="Name of a walk-in" value={name} onValue={setName} error={fault} maxLength={LONGEST_NAME} />
      <Button type="submit" variant="quiet">
        Add player
      </Button>
    </form>
  );
}

function PlayerRow({ player, names, tools }: { player: BoardPlayer; names: Names; tools: HostTools }) {
  const { id, level, presence } = player;
  const name = nameIn(names, id);
  const game = gamesInPlay(tools.shown.board).find(({ sides }) => sides.flat().includes(id));
  const levels = LEVELS.includes(level) ? LEVELS : [...LEVELS, level].toSorted((a, b) => a - b);
  return (
    <li className={styles.playerRow} data-presence={presence}>
      <span className={styles.playerName}>
        {name} <span className={styles.games}>{counted(gamesOf(tools.shown.board, id).played, "game", "games")}</span>
      </span>
      <select
        aria-label={`Level of ${name}`}
        className={styles.select}
        value={level}
        onChange={({ target: { value } }) => tools.act({ type: "level", id, level: Number(value) })}
      >
        <Options of={levels.map((each) => [each, `Level ${each}`])} />
      </select>
      <select
        aria-label={`${name} now`}
        className={styles.select}
        value={presence}
        onChange={({ target: { value } }) => tools.act({ type: "presence", id, presence: value as Presence })}
      >
        <Options of={Object.entries(PRESENCE_WORDS)} />
      </select>
      {presence !== "here" && game && (
        <p className={styles.stillOn}>
          {name} is on court {game.court} until that game is over, and in no game after it.
        </p>
      )}
    </li>
  );
}

/** Adds a wish of two people to play together or apart. */
function WishForm({ tools, names }: { tools: HostTools; names: Names }) {
  const [pair, setPair] = useState({ id: "", other: "" });
  const [wish, setWish] = useState<Wish | "">("apart");
  const first = useRef<HTMLSelectElement>(null);
  const { players } = tools.shown.board;
  const options = <Options of={byName(players, names).map(({ id }) => [id, nameIn(names, id)])} />;
  const isReady = pair.id !== "" && pair.other !== "" && pair.id !== pair.other;
  return (
    <form
      className={styles.line}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady) return;
        thenFocus(
          () => {
            tools.act({ type: "wish", ...pair, wish: wish === "" ? null : wish });
            setPair({ id: "", other: "" });
            tools.say("The request is saved.");
          },
          () => first.current,
        );
      }}
    >
      <SelectField ref={first} label="Player" value={pair.id} onValue={(id) => setPair({ ...pair, id })}>
        <option value="">Choose…</option>
        {options}
      </SelectField>
      <SelectField label="Request" value={wish} onValue={(value) => setWish(value as Wish | "")}>
        <option value="apart">not on a team with</option>
        <option value="with">on a team with</option>
        <option value="">no request about</option>
      </SelectField>
      <SelectField label="Other player" value={pair.other} onValue={(other) => setPair({ ...pair, other })}>
        <option value="">Choose…</option>
        {options}
      </SelectField>
      <Button type="submit" variant="quiet" disabled={!isReady}>
        Save request
      </Button>
    </form>
  );
}

function ArrivedFrom({ people, from, tools }: ArrivedProps & { from: string }) {
  if (people.length === 0) return null;
  const room = MOST_PLAYERS - tools.shown.board.players.length;
  const added = people.slice(0, room);
  const add = () =>
    thenFocus(
      () => {
        for (const { id, level } of added) tools.act({ type: "arrive", id, ...(level !== null && { level }) });
        tools.say(`${counted(added.length, "player", "players")} added.`);
      },
      () => document.querySelector<HTMLElement>("#next-round"),
    );
  return (
    <div className={styles.arrived}>
      <p>
        {from}: {people.map(({ name }) => name).join(", ")}
      </p>
      <Button onClick={add}>{people.length === 1 ? `Add ${people[0]?.name ?? ""}` : `Add all ${people.length}`}</Button>
    </div>
  );
}

/** People at the door who are not on the board yet. */
export function Arrived({ tools, people }: ArrivedProps) {
  const known = new Set(tools.shown.board.players.map(({ id }) => id));
  const arrived = people.filter(({ id, isHere }) => isHere && !known.has(id));
  return (
    <>
      <ArrivedFrom people={arrived.filter(({ isGuest }) => !isGuest)} from="Checked in at the door" tools={tools} />
      <ArrivedFrom people={arrived.filter(({ isGuest }) => isGuest)} from="Guests at the door" tools={tools} />
    </>
  );
}

/** Manages players: walk-ins, leavers, levels, wishes. */
export function PlayersPanel({ tools }: { tools: HostTools }) {
  const { board, names } = tools.shown;
  const isFull = board.players.length >= MOST_PLAYERS;
  return (
    <div className={styles.panel}>
      <WalkInForm
        onAdd={(name) => {
          tools.addWalkIn(name);
          tools.say(`${name} was added.`);
        }}
        isFull={isFull}
        taken={Object.values(names).map((name) => name.toLowerCase())}
      />
      <ul className={styles.players} aria-label="Players">
        {byName(board.players, names).map((player) => (
          <PlayerRow key={player.id} player={player} names={names} tools={tools} />
        ))}
      </ul>
      {board.players.length > 1 && (
        <details className={styles.more}>
          <summary>Requests</summary>
          <p className={look.quiet}>Kept where fair games and new partners allow. Nobody else sees them.</p>
          <WishForm tools={tools} names={names} />
        </details>
      )}
    </div>
  );
}
