import { z } from "zod";

export const forecastSchema = z.object({
  range: z
    .object({ low: z.number().int(), high: z.number().int() })
    .nullable()
    .describe("An 80 % range of how many will come; null while too few events have a door list"),
  going: z.number().int().describe("How many said that they are going"),
  basedOn: z.number().int().describe("How many past events it was learned from"),
});
export type Forecast = z.infer<typeof forecastSchema>;

export const showRateSchema = z.object({
  came: z.number().int(),
  of: z.number().int().describe("Events of the last six months that count"),
});
export type ShowRate = z.infer<typeof showRateSchema>;
