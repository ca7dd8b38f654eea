import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { useSessionState, useSignedIn } from "#src/features/identity/session.ts";
import { isCurrent, MEMBER_NAVIGATION, VISITOR_NAVIGATION } from "#src/features/site/components/navigation.ts";
import styles from "#src/features/site/components/site-header.module.css";
import { GroupMark } from "#src/ui/group-mark.tsx";
import { useBackCloses } from "#src/ui/use-back-closes.ts";

const MENU_ID = "site-menu";
// As in the style sheet: from this width on, the links are in the header itself.
const WIDE = "(min-width: 62em)";

type SiteHeaderProps = { groupName: string; areaName: string; logo: string | null };

/** Brand and navigation. On narrow screens the links are a popover, which opens and closes even before scripts run. */
export function SiteHeader({ groupName, areaName, logo }: SiteHeaderProps) {
  const menu = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const session = useSessionState();
  useClosedWhenWide(menu, isOpen);
  useHarmlessDismissal(menu, button, isOpen);
  useBackCloses(isOpen, () => menu.current?.hidePopover());

  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <Brand groupName={groupName} areaName={areaName} logo={logo} />
        <button
          ref={button}
          type="button"
          className={styles.menuButton}
          popoverTarget={MENU_ID}
          aria-expanded={isOpen}
          aria-controls={MENU_ID}
        >
          <span className={styles.bars} aria-hidden />
          Menu
        </button>
        <nav
          ref={menu}
          id={MENU_ID}
          popover="auto"
          aria-label="Main"
          className={styles.nav}
          data-live={session === "none" || session === "signed-in" || undefined}
          onToggle={(event) => setIsOpen(event.newState === "open")}
          onBlur={(event) => {
            // Focus left the menu by keyboard: an open sheet would cover it.
            const next = event.relatedTarget;
            if (next && next !== button.current && !event.currentTarget.contains(next))
              event.currentTarget.hidePopover();
          }}
        >
          <Links onFollow={() => menu.current?.hidePopover()} />
        </nav>
      </div>
    </header>
  );
}

/** Closes the menu when the screen reaches the width without a menu, such as when a phone is rotated. */
function useClosedWhenWide(menu: React.RefObject<HTMLElement | null>, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const wide = matchMedia(WIDE);
    const close = () => menu.current?.hidePopover();
    wide.addEventListener("change", close);
    return () => wide.removeEventListener("change", close);
  }, [menu, isOpen]);
}

/** Keeps the tap that dismisses the menu from also pressing what lies beneath: a popover's backdrop lets it through. */
function useHarmlessDismissal(
  menu: React.RefObject<HTMLElement | null>,
  button: React.RefObject<HTMLElement | null>,
  isOpen: boolean,
): void {
  useEffect(() => {
    if (!isOpen) return;
    const onPress = ({ target }: PointerEvent) => {
      if (!(target instanceof Node) || menu.current?.contains(target) || button.current?.contains(target)) return;
      const pressed = new AbortController();
      const swallow = (event: MouseEvent) => {
        event.preventDefault();
        event.stopPropagation();
      };
      addEventListener("click", swallow, { capture: true, once: true, signal: pressed.signal });
      // A press that became a scroll has no click: start over with the next press.
      addEventListener("pointerdown", () => pressed.abort(), { capture: true, once: true });
    };
    addEventListener("pointerdown", onPress, { capture: true });
    return () => removeEventListener("pointerdown", onPress, { capture: true });
  }, [menu, button, isOpen]);
}

function Brand({ groupName, areaName, logo }: SiteHeaderProps) {
  return (
    <Link to="/" className={styles.brand}>
      <GroupMark logo={logo} />
      <span className={styles.names}>
        <span className={styles.group}>{groupName}</span>
        <span className="visually-hidden">, </span>
        <span className={styles.area}>{areaName}</span>
      </span>
    </Link>
  );
}

function Links({ onFollow }: { onFollow: () => void }) {
  const location = useLocation();
  const items = useSignedIn() ? MEMBER_NAVIGATION : VISITOR_NAVIGATION;
  return (
    <ul className={styles.links}>
      {items.map((item) => (
        <li key={item.label}>
          <Link
            to={item.to}
            prefetch="intent"
            className={styles.link}
            aria-current={isCurrent(item, location) ? "page" : undefined}
            onClick={onFollow}
          >
            {item.label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
