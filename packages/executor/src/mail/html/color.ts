/** Red, green, blue and opacity, 0 to 255. */
export type Color = readonly [number, number, number, number];

export const BLACK: Color = [0, 0, 0, 255];
export const WHITE: Color = [255, 255, 255, 255];

const NAMED: Readonly<Record<string, Color>> = {
  black: BLACK,
  white: WHITE,
  snow: [255, 250, 250, 255],
  ivory: [255, 255, 240, 255],
  whitesmoke: [245, 245, 245, 255],
  ghostwhite: [248, 248, 255, 255],
  red: [255, 0, 0, 255],
  green: [0, 128, 0, 255],
  blue: [0, 0, 255, 255],
  yellow: [255, 255, 0, 255],
  gray: [128, 128, 128, 255],
  grey: [128, 128, 128, 255],
  silver: [192, 192, 192, 255],
  transparent: [0, 0, 0, 0],
};

/** A CSS or HTML colour, or null for what this small reader does not know. */
export function readColor(text: string): Color | null {
  const value = text.trim().toLowerCase();
  if (Object.hasOwn(NAMED, value)) return NAMED[value] ?? null;
  const hex = /^#?([0-9a-f]{3,8})$/.exec(value)?.[1];
  if (hex !== undefined) return fromHex(hex);
  const parts =
    /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)(?:[\s,/]+([\d.]+)(%?))?\s*\)$/.exec(value);
  if (!parts) return null;
  const [, r, g, b, a = '1', percent] = parts;
  const alpha = Number(a) * (percent === '%' ? 2.55 : 255);
  return [Number(r), Number(g), Number(b), alpha];
}

function fromHex(hex: string): Color | null {
  const short = hex.length === 3 || hex.length === 4;
  if (!short && hex.length !== 6 && hex.length !== 8) return null;
  const step = short ? 1 : 2;
  const channel = (i: number) => {
    const digits = hex.slice(i * step, (i + 1) * step);
    return Number.parseInt(short ? digits + digits : digits || 'ff', 16);
  };
  return [channel(0), channel(1), channel(2), hex.length % 4 === 0 ? channel(3) : 255];
}

/** Whether text of one colour cannot be told from its ground: fully see-through, or less than 12 of 255 apart in every channel. */
export function isUnseen(text: Color, ground: Color | null): boolean {
  if (text[3] < 12) return true;
  if (ground === null) return false;
  return [0, 1, 2].every((i) => Math.abs((text[i] ?? 0) - (ground[i] ?? 0)) < 12);
}
