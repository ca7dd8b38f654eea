import { useRef, useState } from "react";
import { Outcome } from "#src/features/requests/components/outcome.tsx";
import { KeysHelp } from "#src/features/requests/components/keys-help.tsx";
import { PendingDialogs } from "#src/features/requests/components/pending-dialogs.tsx";
import styles from "#src/features/requests/components/pending-tab.module.css";
import type { PendingPerson } from "#src/features/requests/components/pending-types.ts";
import { PeopleIndex } from "#src/features/requests/components/people-index.tsx";
import { cardId, RequestCard } from "#src/features/requests/components/request-card.tsx";
import { approvalsOf, useDecisions } from "#src/features/requests/components/use-decisions.ts";
import { type DeskTools, useDesk } from "#src/features/requests/components/use-desk.ts";
import { useListKeys } from "#src/features/requests/components/use-list-keys.ts";
import { type People, usePeople } from "#src/features/requests/components/use-people.ts";
import { PROPOSALS_ID, ProposalList } from "#src/features/requests/components/proposals/proposal-list.tsx";
import { type ProposalTools, useProposals } from "#src/features/requests/components/proposals/use-proposals.ts";
import { useKept } from "#src/features/console/components/use-kept.ts";
import { AT_LEAST_TWO } from "#src/features/people/messages.ts";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { Notice } from "#src/ui/notice.tsx";

const NOBODY: readonly PendingPerson[] = [];

type Decisions = ReturnType<typeof useDecisions>;

/** The focused request, and how focus moves between requests. */
function useCurrent(people: readonly PendingPerson[], proposals: ProposalTools) {
  const [current, setCurrent] = useState<string | null>(null);
  const ids = [...people.map(({ requestId }) => requestId), ...(proposals.items?.map(({ id }) => id) ?? [])];
  const go = (id: string | undefined) => {
    if (id === undefined) return;
    setCurrent(id);
    const card = document.getElementById(cardId(id));
    card?.focus({ preventScroll: true });
    card?.scrollIntoView({ block: "start" });
  };
  const at = current === null ? -1 : ids.indexOf(current);
  return { current, person: people[at], at, ids, setCurrent, go };
}

/** The actions of the keys, the same as those of the buttons. */
function useActions(options: {
  people: readonly PendingPerson[];
  proposals: ProposalTools;
  desk: DeskTools;
  decisions: Decisions;
  reload: () => void;
  onHelp: () => void;
}) {
  const { people, proposals, desk, decisions, reload, onHelp } = options;
  const { current, person, at, ids, setCurrent, go } = useCurrent(people, proposals);
  const merge = (one: PendingPerson) => {
    if (one.matchingDbUsers.length > 1) desk.show({ kind: "merge", requestId: one.requestId });
    else decisions.say({ kind: "error", words: AT_LEAST_TWO });
  };
  const press = (button: string) => {
    if (current !== null) document.getElementById(cardId(current))?.querySelector<HTMLElement>(button)?.click();
  };
  const actions = {
    move: (by: 1 | -1) => go(ids[at === -1 ? 0 : at + by]),
    nextOpen: () => {
      const after = [...people.slice(at + 1), ...people.slice(0, at + 1)];
      go(after.find(({ requestId }) => desk.desk.chosen[requestId] === undefined)?.requestId);
    },
    choose: (index: number) => {
      const match = person?.matchingDbUsers[index];
      if (person && match) desk.choose(person.requestId, match.userId);
    },
    merge: () => person && merge(person),
    submit: () => void decisions.submit(),
    takeOver: () => press("[data-take-over]"),
    dismiss: () => press("[data-dismiss]"),
    reload,
    help: onHelp,
  };
  return { actions, current, setCurrent, go, merge };
}

type ToolbarProps = {
  people: People;
  proposals: ProposalTools;
  isHelpOpen: boolean;
  onHelp: () => void;
  onReload: () => void;
};

function Toolbar({ people, proposals, isHelpOpen, onHelp, onReload }: ToolbarProps) {
  const forms = proposals.items?.length ?? 0;
  const total = people.list?.total;
  return (
    <div
      className={styles.toolbar}
      data-loading={(proposals.items === null && proposals.failure === null) || undefined}
    >
      <h2 className={styles.title}>
        {total === undefined
          ? "People who ask to join"
          : `${total} ${total === 1 ? "person asks" : "people ask"} to join`}
      </h2>
      <div className={styles.actions}>
        <Button variant="quiet" className={styles.keys ?? ""} aria-expanded={isHelpOpen} onClick={onHelp}>
          Keyboard
        </Button>
        <Button variant="quiet" aria-disabled={people.isLoading || undefined} onClick={onReload}>
          {people.isLoading ? "Reading…" : "Refresh"}
        </Button>
        {forms > 0 && (
          <ButtonLink variant="quiet" to={`#${PROPOSALS_ID}`}>
            Join forms ({forms}
            {proposals.next === null ? "" : "+"})
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

/** The next action, always visible. */
function Bar({ count, decisions }: { count: number; decisions: Decisions }) {
  const { isBusy, submit } = decisions;
  return (
    <div className={styles.bar}>
      {count > 0 && (
        <Button
          size="lg"
          className={styles.submit ?? ""}
          aria-disabled={isBusy || undefined}
          onClick={() => void submit()}
        >
          {isBusy ? "Submitting…" : `Submit Approvals (${count})`}
        </Button>
      )}
    </div>
  );
}

function Skeleton() {
  return (
    <div className={styles.blank} aria-hidden>
      <div />
      <div />
    </div>
  );
}

function Failure({ people }: { people: People }) {
  if (people.failure === null) return null;
  return (
    <Notice kind="error">
      <p>{people.failure}</p>
      <p>What you chose is kept. Refresh to try again.</p>
    </Notice>
  );
}

type RequestsProps = Pick<ReturnType<typeof useActions>, "current" | "setCurrent" | "go" | "merge"> & {
  people: People;
  shown: readonly PendingPerson[];
  desk: DeskTools;
};

/** The open join requests beside their index. */
function Requests({ people, shown, desk, current, setCurrent, go, merge }: RequestsProps) {
  return (
    <div className={styles.columns}>
      <PeopleIndex people={shown} chosen={desk.desk.chosen} current={current} onGo={go} />
      <div className={styles.cards}>
        {shown.map((person) => (
          <RequestCard
            key={person.requestId}
            person={person}
            desk={desk}
            isCurrent={person.requestId === current}
            onFocus={() => setCurrent(person.requestId)}
            onMerge={() => merge(person)}
          />
        ))}
        {people.list?.next !== null && (
          <Button variant="quiet" onClick={people.more}>
            Show more people
          </Button>
        )}
      </div>
    </div>
  );
}

const NOBODY_WAITS = (
  <EmptyState picture="joined" title="Nobody is waiting" text="People who ask to join through the chat appear here." />
);

/** Join requests from the chat and their possible records: choose, edit, merge, approve. */
export function PendingTab() {
  const panel = useRef<HTMLDivElement>(null);
  const desk = useDesk();
  const [keys, setKeys] = useKept("keys", { isOn: true });
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const { pages, chosen, merges, open } = desk.desk;
  const people = usePeople({
    wanted: () => ({ pages, sought: [...Object.keys({ ...chosen, ...merges }), ...(open ? [open.requestId] : [])] }),
    onRead: desk.keepOnly,
    onMore: desk.addPage,
  });
  const proposals = useProposals();
  const { reload, list } = people;
  const shown = list?.people ?? NOBODY;
  const decisions = useDecisions({ people: shown, desk, reload });
  const reloadAll = () => {
    reload();
    proposals.reload();
  };
  const onHelp = () => setIsHelpOpen(!isHelpOpen);
  const { actions, current, setCurrent, go, merge } = useActions({
    people: shown,
    proposals,
    desk,
    decisions,
    reload: reloadAll,
    onHelp,
  });
  useListKeys(panel, keys.isOn, actions);

  return (
    <div ref={panel} className={styles.tab} aria-busy={people.isLoading}>
      <Toolbar people={people} proposals={proposals} isHelpOpen={isHelpOpen} onHelp={onHelp} onReload={reloadAll} />
      {isHelpOpen && <KeysHelp isOn={keys.isOn} onSwitch={(isOn) => setKeys({ isOn })} />}
      <Failure people={people} />
      <Outcome said={decisions.said} desk={desk} onClose={() => decisions.say(null)} onUndone={reloadAll} />
      {!list && people.failure === null && <Skeleton />}
      {list && shown.length === 0 && NOBODY_WAITS}
      {shown.length > 0 && (
        <Requests
          people={people}
          shown={shown}
          desk={desk}
          current={current}
          setCurrent={setCurrent}
          go={go}
          merge={merge}
        />
      )}
      <ProposalList tools={proposals} current={current} onFocus={setCurrent} />
      <Bar count={approvalsOf(shown, chosen).length} decisions={decisions} />
      <PendingDialogs people={shown} desk={desk} decisions={decisions} reload={reload} />
    </div>
  );
}
