/** The family of colors: one set of hues, lit at five different hours. */

const channels = (hex: string): readonly [number, number, number] => {
  const n = Number.parseInt(hex.slice(1), 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
};

export const mix = (a: string, b: string, t: number): string => {
  const [from, to] = [channels(a), channels(b)];
  const blend = from.map((value, i) => Math.round(value + ((to[i] ?? value) - value) * t));
  return `#${blend.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
};

export type Mood = {
  /** From the top of the sky down to the horizon. */
  readonly sky: readonly string[];
  readonly sun: string;
  /** The sea at the horizon and at the shore. */
  readonly sea: readonly [far: string, near: string];
  readonly path: string;
  /** Lit, middle and shaded sand. */
  readonly sand: readonly [lit: string, middle: string, shade: string];
  /** What lies far away against the sky. */
  readonly far: string;
  /** Figures are mixed toward this, and edged with `light`. */
  readonly shadow: string;
  readonly light: string;
};

export const moods = {
  golden: {
    sky: ["#0f3a4c", "#14505f", "#2a6a70", "#7d8471", "#d99a63", "#f6b95f"],
    sun: "#ffe7ae",
    sea: ["#2f8588", "#0d4453"],
    path: "#ffd27c",
    sand: ["#d9955f", "#9a5a49", "#4b2c3b"],
    far: "#1d4655",
    shadow: "#24182b",
    light: "#ffcf85",
  },
  sunrise: {
    sky: ["#47406f", "#7a5384", "#b9687f", "#ec8f7f", "#ffb795", "#ffd9b3"],
    sun: "#fff3d2",
    sea: ["#c98a94", "#4b4f80"],
    path: "#ffe2ba",
    sand: ["#f2b892", "#c98474", "#64495f"],
    far: "#6d5178",
    shadow: "#27284a",
    light: "#ffdcb0",
  },
  afternoon: {
    sky: ["#1f8f9a", "#3fa9aa", "#79c3b4", "#bcd9b3", "#f3dfa4", "#fbd583"],
    sun: "#fff6d0",
    sea: ["#37a3a3", "#0b6670"],
    path: "#fff0bd",
    sand: ["#f6dca6", "#e0b078", "#a56a4d"],
    far: "#2b7d83",
    shadow: "#1e3340",
    light: "#fff0bf",
  },
  dusk: {
    sky: ["#0b4255", "#17606c", "#4c8583", "#c98a72", "#f0795a", "#ffa06c"],
    sun: "#ffdf9e",
    sea: ["#d0735f", "#0b4b5a"],
    path: "#ffbd80",
    sand: ["#c9745c", "#7e4450", "#33273d"],
    far: "#17505d",
    shadow: "#15202f",
    light: "#ffb47a",
  },
  ember: {
    sky: ["#29263f", "#4d2e46", "#8b3c4a", "#c7524a", "#ef764c", "#ffa55c"],
    sun: "#ffd98f",
    sea: ["#a84c50", "#2a2843"],
    path: "#ffae6b",
    sand: ["#bb5f4c", "#6e3a48", "#2a2236"],
    far: "#3c2449",
    shadow: "#1b1430",
    light: "#ffb070",
  },
  night: {
    sky: ["#081426", "#0c1e36", "#122c4a", "#1b3d5d", "#2e4f6a", "#655d68"],
    sun: "#f3ead2",
    sea: ["#24506a", "#0c2338"],
    path: "#c9d8d6",
    sand: ["#7a4a3c", "#33283d", "#151a2d"],
    far: "#0d2136",
    shadow: "#0b1222",
    light: "#ffab5c",
  },
} as const satisfies Record<string, Mood>;

export const skins = {
  deep: "#5d3829",
  brown: "#8a5638",
  tan: "#b87a4f",
  light: "#d99f78",
  rose: "#e2ad8c",
} as const;
export const hairs = {
  black: "#1d1518",
  brown: "#40271f",
  auburn: "#7c3a22",
  blond: "#c99a56",
  gray: "#8b8580",
} as const;
export const cloth = {
  coral: "#e4572e",
  sun: "#f6c445",
  ocean: "#0f8a94",
  sand: "#f4e6cc",
  ink: "#22384a",
  rose: "#e88a86",
  sky: "#8fd0cf",
  plum: "#6a3a63",
  leaf: "#5f8f63",
} as const;
