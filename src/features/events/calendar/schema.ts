import { z } from "zod";

export const calendarLinkSchema = z.object({
  madeAt: z.string().nullable().describe("When the address was made; null when there is none"),
});
export type CalendarLink = z.infer<typeof calendarLinkSchema>;

export const newCalendarLinkSchema = z.object({
  url: z.string().describe("The secret address. It is said this once: the site keeps only its hash"),
  madeAt: z.string(),
});
export type NewCalendarLink = z.infer<typeof newCalendarLinkSchema>;
