/** Every picture of the site, by name. */
import { cruisers } from "./scenes/biking.ts";
import { chats } from "./scenes/chats.ts";
import { courts } from "./scenes/courts.ts";
import { evenings } from "./scenes/evenings.ts";
import { fires } from "./scenes/fires.ts";
import { heroes } from "./scenes/heroes.ts";
import { murals } from "./scenes/mural.ts";
import { pierside } from "./scenes/pierside.ts";
import { sandCourts } from "./scenes/sand-court.ts";
import { shore } from "./scenes/shore.ts";
import type { Scenes } from "./scenes/stage.ts";
import { town } from "./scenes/town.ts";
import { wall } from "./scenes/wall.ts";
import { water } from "./scenes/water.ts";

export const catalog: Scenes = {
  ...heroes,
  ...sandCourts,
  ...courts,
  ...shore,
  ...water,
  ...town,
  ...cruisers,
  ...evenings,
  ...wall,
  ...fires,
  ...pierside,
  ...murals,
  ...chats,
};

/** Covers an owner can choose for the website, in the order the form shows them. */
export const websiteImages = [
  "volleyball",
  "pickleball",
  "running",
  "climbing",
  "dance",
  "bonfire",
  "art-walk",
  "yoga",
  "surf",
  "game-night",
  "kayak",
  "biking",
  "pier-sunrise",
] as const;

export const groupChatImages = [
  "chat-pickleball",
  "chat-volleyball",
  "chat-yoga-runs-workouts",
  "chat-dance",
  "chat-rock-climbing",
  "chat-other-events",
] as const;
