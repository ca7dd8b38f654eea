import { createContext, useContext } from "react";

/** The group's time zone. All dates and times on screen use it, wherever the reader is. */
export const GroupZone = createContext("UTC");

type Moments = {
  /** `Thu, Nov 12, 2026`. */
  readonly dayWords: (iso: string) => string;
  /** `Thu, Nov 12, 2026, 6:30 PM`. */
  readonly momentWords: (iso: string) => string;
  /** `6:30 PM`. */
  readonly timeWords: (iso: string) => string;
  /** `Thursday, November 12, 2026 at 6:30 PM`. */
  readonly fullMomentWords: (iso: string) => string;
};

const DAY = { weekday: "short", month: "short", day: "numeric", year: "numeric" } as const;
const TIME = { hour: "numeric", minute: "2-digit" } as const;

function momentsIn(timeZone: string): Moments {
  const words = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat("en-US", { ...options, timeZone });
    return (iso: string) => format.format(new Date(iso));
  };
  return {
    dayWords: words(DAY),
    momentWords: words({ ...DAY, ...TIME }),
    timeWords: words(TIME),
    fullMomentWords: words({ dateStyle: "full", timeStyle: "short" }),
  };
}

// Creating a format takes longer than using it.
const made = new Map<string, Moments>();

/** Formats dates and times in the group's time zone. */
export function useMoments(): Moments {
  const timeZone = useContext(GroupZone);
  const moments = made.get(timeZone) ?? momentsIn(timeZone);
  made.set(timeZone, moments);
  return moments;
}
