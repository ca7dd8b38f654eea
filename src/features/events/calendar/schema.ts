import { z } from "zod";

export const calendarLinkSchema = z.object({
  madeAt: z.string().nullable().describe("When the URL was made; null if there is none"),
});
export type CalendarLink = z.infer<typeof calendarLinkSchema>;

export const newCalendarLinkSchema = z.object({
  url: z.string().describe("The secret URL, shown only once: the site stores its hash"),
  madeAt: z.string(),
});
export type NewCalendarLink = z.infer<typeof newCalendarLinkSchema>;
