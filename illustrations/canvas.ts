/** A sheet to draw on: gathers shapes and the definitions they share, and prints one SVG. */
import { polygon, short, type Point } from "./geometry.ts";

export type Stop = readonly [offset: number, color: string, opacity?: number];

const stopTags = (stops: readonly Stop[]): string =>
  stops
    .map(([at, color, opacity = 1]) => `<stop offset="${at}" stop-color="${color}" stop-opacity="${opacity}"/>`)
    .join("");

export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly #defs: string[] = [];
  readonly #body: string[] = [];
  #next = 0;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }

  /** Registers a definition under a fresh id and returns its url() reference. */
  define(make: (id: string) => string): string {
    const id = `d${this.#next++}`;
    this.#defs.push(make(id));
    return `url(#${id})`;
  }

  add(...parts: readonly string[]): void {
    this.#body.push(...parts);
  }

  /** Top to bottom (or left to right with `across`), in scene units. */
  linear(from: number, to: number, stops: readonly Stop[], across = false): string {
    const ends = across ? `x1="${from}" x2="${to}" y1="0" y2="0"` : `y1="${from}" y2="${to}" x1="0" x2="0"`;
    return this.define(
      (id) => `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" ${ends}>${stopTags(stops)}</linearGradient>`,
    );
  }

  radial(x: number, y: number, r: number, stops: readonly Stop[]): string {
    return this.define(
      (id) =>
        `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${short(x)}" cy="${short(y)}" r="${short(r)}">${stopTags(stops)}</radialGradient>`,
    );
  }

  clip(path: string): string {
    return this.define((id) => `<clipPath id="${id}"><path d="${path}"/></clipPath>`);
  }

  blur(amount: number): string {
    return this.define(
      (id) =>
        `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${amount}"/></filter>`,
    );
  }

  toString(): string {
    const size = `width="${this.width}" height="${this.height}" viewBox="0 0 ${this.width} ${this.height}"`;
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><defs>${this.#defs.join("")}</defs>${this.#body.join("")}</svg>`;
  }
}

export const fill = (path: string, color: string, opacity = 1): string =>
  `<path d="${path}" fill="${color}"${opacity < 1 ? ` fill-opacity="${opacity}"` : ""}/>`;

export const stroke = (path: string, color: string, width: number, opacity = 1): string =>
  `<path d="${path}" fill="none" stroke="${color}" stroke-width="${short(width)}" stroke-linecap="round" stroke-linejoin="round"${opacity < 1 ? ` stroke-opacity="${opacity}"` : ""}/>`;

export const polygonOf = (points: readonly Point[], color: string, opacity = 1): string =>
  fill(polygon(points), color, opacity);

export const disc = (x: number, y: number, r: number, color: string, opacity = 1): string =>
  `<circle cx="${short(x)}" cy="${short(y)}" r="${short(r)}" fill="${color}"${opacity < 1 ? ` fill-opacity="${opacity}"` : ""}/>`;

export const oval = (x: number, y: number, rx: number, ry: number, color: string, opacity = 1): string =>
  `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(rx)}" ry="${short(ry)}" fill="${color}"${opacity < 1 ? ` fill-opacity="${opacity}"` : ""}/>`;

export const box = (x: number, y: number, width: number, height: number, color: string, round = 0): string =>
  `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" fill="${color}"${round > 0 ? ` rx="${short(round)}"` : ""}/>`;

export const group = (parts: readonly string[], attributes = ""): string => `<g ${attributes}>${parts.join("")}</g>`;
