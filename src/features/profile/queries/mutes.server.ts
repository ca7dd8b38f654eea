import { and, eq, isNull } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Db } from "#src/db/connect.server.ts";
import { chatLimits } from "#src/db/tables/chats.ts";
import { requireUnmuted } from "#src/policy/chats.ts";
import { type Account, BLOCKED } from "#src/policy/viewer.ts";
import { clockTime, longDate, weekdayName } from "#src/shared/dates.ts";
import type { Result } from "#src/shared/result.ts";
import { wallTime } from "#src/shared/zones.server.ts";

/** Saturday, November 28, 2026, 6:00 PM */
function whenWords(app: App, moment: Date): string {
  const { day, time } = wallTime(moment, app.config.group.timeZone);
  return `${weekdayName(day)}, ${longDate(day)}, ${clockTime(time)}`;
}

const isMuteOf = (userId: string) => and(eq(chatLimits.userId, userId), isNull(chatLimits.chatId));

/** Fails with the end of the mute if the person is muted now. */
export async function maySpeak(app: App, userId: string, db: Pick<Db, "select"> = app.db): Promise<Result<void>> {
  const [mute] = await db.select({ until: chatLimits.until }).from(chatLimits).where(isMuteOf(userId));
  return requireUnmuted(mute?.until ?? null, app.clock.now(), (until) => whenWords(app, until));
}

/** Shown to a muted or blocked person instead of the composer; null for everyone else. */
export async function readMuteNotice(
  app: App,
  { userId, isBlocked }: Pick<Account, "userId" | "isBlocked">,
): Promise<string | null> {
  if (isBlocked) return BLOCKED;
  if (userId === null) return null;
  const speaks = await maySpeak(app, userId);
  return speaks.ok ? null : speaks.failure.message;
}
