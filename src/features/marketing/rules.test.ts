import { expect, test } from "vitest";
import { NO_CONTACT } from "#src/shared/contact-form.ts";
import { emptyTeam, isWholeTeam, teamFaults, teamPayload } from "./rules.ts";

const CAPTAIN = {
  ...NO_CONTACT,
  email: "ana@example.com",
  firstName: "Ana",
  lastName: "Ruiz",
  phone: "9045550142",
  sex: "female",
} as const;

test("[SIDE-02] a team is the captain and three others, each with a name", () => {
  const team = emptyTeam(CAPTAIN);
  expect(team.players).toHaveLength(3);
  expect(isWholeTeam(team)).toBe(false);
  expect(teamFaults({ ...team, players: ["Bo", " ", "x".repeat(101)] })).toEqual({
    name: "Team name is required.",
    captain: {},
    players: [undefined, "Name is required.", "At most 100 characters."],
  });
  expect(isWholeTeam({ ...team, name: "Low Tide", players: ["Bo", "Cy", "Di"] })).toBe(true);
});

test("[SIDE-02] the message contains the team and the captain's text", () => {
  const team = { name: " Low Tide ", captain: CAPTAIN, players: ["Bo ", "Cy", "Di"] };
  expect(teamPayload(team)).toMatchObject({
    email: "ana@example.com",
    formType: "volleyball-tournament",
    message: "Team: Low Tide | Players: Bo, Cy, Di",
  });
  expect(teamPayload({ ...team, captain: { ...CAPTAIN, message: "We bring a net" } }).message).toBe(
    "Team: Low Tide | Players: Bo, Cy, Di | We bring a net",
  );
});
