import { useRef } from "react";
import styles from "#src/ui/tabs.module.css";

export type Tab<T extends string> = {
  readonly id: T;
  readonly label: React.ReactNode;
  /** How many things wait there, for a mark beside the label, and what they are: '3 wait'. */
  readonly waiting?: { readonly count: number; readonly words: string };
};

type TabsProps<T extends string> = {
  label: string;
  tabs: readonly Tab<T>[];
  current: T;
  /** `isStep`: by an arrow key, on the way to another one. */
  onChoose: (tab: T, isStep: boolean) => void;
  className?: string | undefined;
};

const tabId = (id: string) => `tab-${id}`;
const waitingId = (id: string) => `tab-${id}-waiting`;
const panelId = (id: string) => `panel-${id}`;

/** More than this is many. */
const MOST_SHOWN = 99;

/** Where the keys of a tab list lead. */
const MOVES: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

const hasWaiting = ({ waiting }: Tab<string>) => waiting !== undefined && waiting.count > 0;

/** Beside the label, not part of the tab's name. */
function Mark({ count }: { count: number }) {
  if (count === 0) return null;
  return <span className={styles.mark} data-count={count > MOST_SHOWN ? `${MOST_SHOWN}+` : count} aria-hidden />;
}

/** A list of tabs: one stop for the Tab key, arrows between them. */
export function Tabs<T extends string>({ label, tabs, current, onChoose, className }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  function move(event: React.KeyboardEvent): void {
    const to =
      tabs[
        MOVES[event.key]?.(
          tabs.findIndex(({ id }) => id === current),
          tabs.length,
        ) ?? -1
      ];
    if (!to) return;
    event.preventDefault();
    onChoose(to.id, true);
    list.current?.querySelector<HTMLElement>(`#${tabId(to.id)}`)?.focus();
  }
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={[styles.tabs, className].filter(Boolean).join(" ")}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={tabId(tab.id)}
            className={styles.tab}
            aria-selected={tab.id === current}
            aria-controls={panelId(tab.id)}
            aria-describedby={hasWaiting(tab) ? waitingId(tab.id) : undefined}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => onChoose(tab.id, false)}
            onKeyDown={move}
          >
            {tab.label}
            {tab.waiting && <Mark count={tab.waiting.count} />}
          </button>
        ))}
      </div>
      {tabs.filter(hasWaiting).map(({ id, waiting }) => (
        <span key={id} id={waitingId(id)} hidden>
          {waiting?.words}
        </span>
      ))}
    </>
  );
}

/** What a tab shows; the others' places stay, so that each tab names one. */
export function TabPanel({ id, isShown, children }: { id: string; isShown: boolean; children: React.ReactNode }) {
  return (
    <div role="tabpanel" id={panelId(id)} aria-labelledby={tabId(id)} hidden={!isShown} className={styles.panel}>
      {isShown && children}
    </div>
  );
}
