import { z } from "zod";
import { DAYS_IN_ORDER } from "#src/features/people/messages.ts";
import { daySchema, optional, text } from "#src/shared/fields.ts";

/** Four weeks, thirteen weeks, or twelve calendar months; each ends today. */
export const SPANS = ["weeks", "quarter", "year"] as const;
export type Span = (typeof SPANS)[number];

export const spanSchema = z.object({ span: z.enum(SPANS).default("quarter") });

const attendanceShape = {
  people: z.number().int().describe("Distinct people with a record who attended"),
  newcomers: z.number().int().describe("Those of them who had never attended before"),
  returning: z.number().int().describe("Those of them who had attended before"),
  events: z.number().int().describe("Events that took place"),
  signUps: z.number().int().describe("RSVPs 'going' at the start of events with a door list, without excused people"),
  missed: z.number().int().describe("Those of them who did not come"),
};
export type Attendance = z.infer<z.ZodObject<typeof attendanceShape>>;

const growthShape = {
  added: z.number().int().describe("People added"),
  newMembers: z.number().int().describe("People whose first membership began"),
};
export type Growth = z.infer<z.ZodObject<typeof growthShape>>;

const periodSchema = z.object({
  from: daySchema,
  to: daySchema,
  title: z.string().describe("Nov 17 – Nov 23, or November 2026"),
  label: z.string().describe("Nov 17, or Nov"),
  ...attendanceShape,
  growth: z.object(growthShape).nullable(),
});

/** The group's numbers, limited to those whose lists the caller may open. */
export const insightsSchema = z.object({
  from: daySchema,
  to: daySchema,
  total: z.object({
    ...attendanceShape,
    walkIns: z.number().int().describe("People added at the door by name alone"),
    guests: z.number().int().describe("Guests brought along"),
  }),
  growth: z
    .object({ ...growthShape, members: z.number().int().describe("People with a membership now") })
    .nullable()
    .describe("Null without permission to read people"),
  periods: z.array(periodSchema).describe("Oldest first"),
  revenue: z
    .array(
      z.object({
        month: z.string().describe("YYYY-MM"),
        title: z.string(),
        label: z.string(),
        amounts: z
          .array(z.object({ currency: z.string(), cents: z.number().int(), words: z.string() }))
          .describe("Net of refunds, without demonstrations"),
      }),
    )
    .nullable()
    .describe("Whole months, oldest first; null without permission to read payments"),
});
export type Insights = z.infer<typeof insightsSchema>;

const between = { from: daySchema, to: daySchema, after: text(2000).optional().describe("Continue after this page") };
const inOrder = ({ from, to }: { from: string; to: string }) => from <= to;
const ORDER = { error: DAYS_IN_ORDER, path: ["to"] };

export const betweenSchema = z.object(between).refine(inOrder, ORDER);
export type Between = z.infer<typeof betweenSchema>;

export const cameQuerySchema = z
  .object({ ...between, which: optional(z.enum(["newcomers", "returning"])).describe("Omitted: everyone who came") })
  .refine(inOrder, ORDER);
export type CameQuery = z.infer<typeof cameQuerySchema>;
export const cameSchema = z.object({
  items: z.array(
    z.object({
      userId: z.string(),
      name: z.string(),
      events: z.number().int().describe("The number of events they attended between the two days"),
      lastDay: daySchema,
      firstDay: daySchema.describe("The first event they ever attended"),
    }),
  ),
  next: z.string().nullable(),
});
export type CameList = z.infer<typeof cameSchema>;

export const signUpsQuerySchema = z
  .object({ ...between, missed: optional(z.enum(["1"])).describe("1: only people who did not come") })
  .refine(inOrder, ORDER);
export type SignUpsQuery = z.infer<typeof signUpsQuerySchema>;
export const signUpsSchema = z.object({
  items: z.array(
    z.object({
      userId: z.string(),
      name: z.string(),
      eventId: z.string(),
      title: z.string(),
      day: daySchema,
      came: z.boolean(),
    }),
  ),
  next: z.string().nullable(),
});
export type SignUpList = z.infer<typeof signUpsSchema>;

export const eventNumbersSchema = z.object({
  items: z.array(
    z.object({
      eventId: z.string(),
      title: z.string(),
      day: daySchema,
      people: z.number().int(),
      newcomers: z.number().int(),
      walkIns: z.number().int(),
      guests: z.number().int(),
    }),
  ),
  next: z.string().nullable(),
});
export type EventList = z.infer<typeof eventNumbersSchema>;

export const membersQuerySchema = z
  .object({ ...between, now: optional(z.enum(["1"])).describe("1: everyone with a membership now, whatever the days") })
  .refine(inOrder, ORDER);
export type MembersQuery = z.infer<typeof membersQuerySchema>;
export const membersSchema = z.object({
  items: z.array(z.object({ userId: z.string(), name: z.string(), since: daySchema, until: daySchema })),
  next: z.string().nullable(),
});
export type MemberList = z.infer<typeof membersSchema>;
