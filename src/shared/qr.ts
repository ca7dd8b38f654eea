import { create } from "qrcode";

/** A QR code as an SVG path on a grid of `size`, one unit per module, without the quiet zone. */
export function qrPath(text: string): { readonly size: number; readonly path: string } {
  const { size, data } = create(text, { errorCorrectionLevel: "M" }).modules;
  const dark = [...data].flatMap((isDark, at) => (isDark ? [`M${at % size} ${Math.floor(at / size)}h1v1h-1z`] : []));
  return { size, path: dark.join("") };
}
