import { useRef } from "react";
import styles from "#src/ui/tabs.module.css";

export type Tab<T extends string> = {
  readonly id: T;
  readonly label: React.ReactNode;
  /** The badge count and its description: '3 wait'. */
  readonly waiting?: { readonly count: number; readonly words: string };
};

type TabsProps<T extends string> = {
  label: string;
  tabs: readonly Tab<T>[];
  current: T;
  /** `isStep`: an arrow key is passing through the tab. */
  onChoose: (tab: T, isStep: boolean) => void;
  className?: string | undefined;
};

const tabId = (id: string) => `tab-${id}`;
const waitingId = (id: string) => `tab-${id}-waiting`;
const panelId = (id: string) => `panel-${id}`;

/** Larger counts show as "99+". */
const MOST_SHOWN = 99;

/** Keyboard navigation of a tab list. */
const MOVES: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

const hasWaiting = ({ waiting }: Tab<string>) => waiting !== undefined && waiting.count > 0;

/** The badge, which is not part of the tab's accessible name. */
function Mark({ count }: { count: number }) {
  if (count === 0) return null;
  return <span className={styles.mark} data-count={count > MOST_SHOWN ? `${MOST_SHOWN}+` : count} aria-hidden />;
}

/** A tab list: one Tab stop, arrows between tabs. */
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

/** The active panel; inactive panels stay in the DOM, so that every tab controls one. */
export function TabPanel({ id, isShown, children }: { id: string; isShown: boolean; children: React.ReactNode }) {
  return (
    <div role="tabpanel" id={panelId(id)} aria-labelledby={tabId(id)} hidden={!isShown} className={styles.panel}>
      {isShown && children}
    </div>
  );
}
