import { z } from "zod";

export const forecastSchema = z.object({
  range: z
    .object({ low: z.number().int(), high: z.number().int() })
    .nullable()
    .describe("An 80 % range of the expected attendance; null while too few events have a door list"),
  going: z.number().int().describe("The number of people going"),
  basedOn: z.number().int().describe("The number of past events behind the forecast"),
});
export type Forecast = z.infer<typeof forecastSchema>;

export const showRateSchema = z.object({
  came: z.number().int(),
  of: z.number().int().describe("Events of the last six months that count"),
});
export type ShowRate = z.infer<typeof showRateSchema>;
