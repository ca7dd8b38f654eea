import type { UserRow } from "#src/db/tables/users.ts";
import { nameOf } from "#src/features/events/rsvps/view.ts";
import type { monthsBetween, Period } from "#src/features/insights/rules.ts";
import type { Attendance, CameList, Growth, Insights, MemberList, SignUpList } from "#src/features/insights/schema.ts";
import { amountWords } from "#src/features/membership/view.ts";
import { dayInZone, lastDayInZone } from "#src/shared/zones.server.ts";

/** Attendance in a period, numbered from 1, or in all of them if null. */
export type AttendanceRow = Omit<Attendance, "returning"> & {
  readonly period: number | null;
  readonly walkIns: number;
  readonly guests: number;
};
export type GrowthRow = Growth;
export type RevenueRow = { readonly month: string; readonly currency: string; readonly cents: number };

type Range = {
  readonly periods: readonly Period[];
  readonly days: { readonly from: string; readonly to: string };
  readonly months: ReturnType<typeof monthsBetween>;
};
type Rows = {
  readonly attendance: readonly AttendanceRow[];
  readonly growth: { readonly rows: readonly GrowthRow[]; readonly members: number } | null;
  readonly revenue: readonly RevenueRow[] | null;
};

const NOTHING = { events: 0, people: 0, newcomers: 0, signUps: 0, missed: 0, walkIns: 0, guests: 0 };

/** The numbers; empty periods have zeros. */
export function viewInsights({ periods, days, months }: Range, { attendance, growth, revenue }: Rows): Insights {
  const attendanceOf = (wanted: number | null) => {
    const { period: _, ...row } = attendance.find(({ period }) => period === wanted) ?? { ...NOTHING, period: wanted };
    return { ...row, returning: row.people - row.newcomers };
  };
  const sumOf = (name: keyof Growth) => growth?.rows.reduce((sum, row) => sum + row[name], 0) ?? 0;
  return {
    ...days,
    total: attendanceOf(null),
    growth: growth && { added: sumOf("added"), newMembers: sumOf("newMembers"), members: growth.members },
    periods: periods.map((period, index) => {
      const { walkIns: _walkIns, guests: _guests, ...numbers } = attendanceOf(index + 1);
      return { ...period, ...numbers, growth: growth?.rows[index] ?? null };
    }),
    revenue:
      revenue &&
      months.map((month) => ({
        ...month,
        amounts: revenue
          .filter((row) => row.month === month.month)
          .map(({ currency, cents }) => ({ currency, cents, words: amountWords({ currency, amountCents: cents }) })),
      })),
  };
}

type Named = Pick<UserRow, "userId" | "firstName" | "lastName" | "nickname">;

export type CameRow = Named & Pick<CameList["items"][number], "events" | "lastDay" | "firstDay">;
export function viewCame({ userId, events, lastDay, firstDay, ...person }: CameRow): CameList["items"][number] {
  return { userId, name: nameOf(person), events, lastDay, firstDay };
}

export type SignUpRow = Named & Omit<SignUpList["items"][number], "name" | "userId">;
export function viewSignUp({ userId, eventId, title, day, came, ...person }: SignUpRow): SignUpList["items"][number] {
  return { userId, name: nameOf(person), eventId, title, day, came };
}

export type MemberRow = Named & { readonly since: string; readonly until: string };
/** `until` is the last day of the membership. */
export function viewMember(
  { userId, since, until, ...person }: MemberRow,
  timeZone: string,
): MemberList["items"][number] {
  return {
    userId,
    name: nameOf(person),
    since: dayInZone(new Date(since), timeZone),
    until: lastDayInZone(new Date(until), timeZone),
  };
}
