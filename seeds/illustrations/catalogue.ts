/** Every picture of the site, by name. */
import { courts } from "./scenes/courts.ts";
import { heroes } from "./scenes/heroes.ts";
import { shore } from "./scenes/shore.ts";
import type { Scenes } from "./scenes/stage.ts";

export const catalogue: Scenes = { ...heroes, ...courts, ...shore };
