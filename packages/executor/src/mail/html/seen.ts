import { BLACK, type Color, isUnseen, readColor, WHITE } from './color.ts';
import { type Block, type Declarations, readDeclarations, type Sheet } from './css.ts';
import { decodeEntities } from './entities.ts';
import type { Attributes } from './scan.ts';

/** What an element does to the text inside it. */
export interface Look {
  /** How the text is hidden for good, whatever is inside says, or null. */
  readonly gone: string | null;
  readonly visible: boolean;
  /** Pixels. */
  readonly size: number;
  readonly color: Color;
  /** Null where a picture may lie behind the text. */
  readonly ground: Color | null;
}

/** Black text of ordinary size on white. */
export const PLAIN_LOOK: Look = {
  gone: null,
  visible: true,
  size: 16,
  color: BLACK,
  ground: WHITE,
};

/** How text with this look is hidden, or null where a person sees it. */
export function hiddenBy(look: Look): string | null {
  if (look.gone !== null) return look.gone;
  if (!look.visible) return 'invisible';
  if (look.size <= 2) return 'tiny';
  return isUnseen(look.color, look.ground) ? 'same-color' : null;
}

/** The look inside an element. */
export function lookInside(outer: Look, tag: string, attributes: Attributes, sheet: Sheet): Look {
  const isPlain = attributes.size === 0 && !sheet.byTag.has(tag) && !sheet.byTag.has('*');
  if (isPlain) return outer;
  const css = declarationsOf(tag, attributes, sheet);
  const color = readColor(
    css.get('color') ?? (tag === 'font' ? (attributes.get('color') ?? '') : ''),
  );
  return {
    gone: outer.gone ?? goneBy(css, attributes),
    visible: visibility(css.get('visibility'), outer.visible),
    size: fontSize(css.get('font-size') ?? sizeOfFont(css.get('font')), outer.size),
    color: color ?? outer.color,
    ground: groundOf(css, attributes, outer.ground),
  };
}

function declarationsOf(tag: string, attributes: Attributes, sheet: Sheet): Declarations {
  const blocks: Block[] = [];
  const add = (block: Block | undefined) => {
    if (block) blocks.push(block);
  };
  add(sheet.byTag.get('*'));
  add(sheet.byTag.get(tag));
  for (const name of (attributes.get('class') ?? '').split(/\s+/, 20)) add(sheet.byClass.get(name));
  add(sheet.byId.get(attributes.get('id') ?? ''));
  const style = attributes.get('style');
  if (style !== undefined) blocks.push(readDeclarations(decodeEntities(style)));
  if (blocks.length === 0) return NONE;
  const css = new Map<string, string>();
  for (const { normal } of blocks) for (const [property, value] of normal) css.set(property, value);
  for (const { important } of blocks)
    for (const [property, value] of important) css.set(property, value);
  return css;
}

const NONE: Declarations = new Map();

/** Ways of hiding that nothing inside can undo. */
function goneBy(css: Declarations, attributes: Attributes): string | null {
  if (attributes.has('hidden') || css.get('display') === 'none') return 'not-displayed';
  if (css.size === 0) return null;
  if (Number.parseFloat(css.get('opacity') ?? '1') < 0.05) return 'transparent';
  const clipped = /^(?:hidden|clip)/.test(css.get('overflow') ?? '');
  if (
    clipped &&
    ['height', 'width', 'max-height', 'max-width'].some((side) => isZero(css.get(side)))
  )
    return 'zero-box';
  const away = ['left', 'top', 'right'].some((side) => pixels(css.get(side)) < -400);
  if (away && /^(?:absolute|fixed|relative)$/.test(css.get('position') ?? '')) return 'off-screen';
  if (pixels(css.get('text-indent')) < -400) return 'off-screen';
  if (/rect\(0(?:px)?[\s,]+0(?:px)?[\s,]+0|inset\((?:100|50)%/.test(clip(css))) return 'clipped';
  return /scale\(0(?:\.0*)?[\s,)]/.test(css.get('transform') ?? '') ? 'zero-box' : null;
}

function clip(css: Declarations): string {
  return `${css.get('clip') ?? ''} ${css.get('clip-path') ?? ''}`;
}

function isZero(value: string | undefined): boolean {
  return value !== undefined && /^[01](?:\.\d*)?(?:px|pt|em|%)?$/.test(value) && pixels(value) <= 1;
}

function pixels(value: string | undefined): number {
  const number = Number.parseFloat(value ?? '0');
  return Number.isNaN(number) ? 0 : /em$/.test(value ?? '') ? number * 16 : number;
}

function visibility(value: string | undefined, outer: boolean): boolean {
  if (value === 'hidden' || value === 'collapse') return false;
  return value === 'visible' || value === 'initial' ? true : outer;
}

function sizeOfFont(font: string | undefined): string | undefined {
  return font === undefined ? undefined : /(?:^|\s)(\d*\.?\d+(?:px|pt|em|rem|%))/.exec(font)?.[1];
}

/** Pixels of a font size; words such as `small` are all large enough to read. */
function fontSize(value: string | undefined, outer: number): number {
  const match = /^(\d*\.?\d+)(px|pt|em|rem|ex|%|vw|vh)?$/.exec(value ?? '');
  if (!match) return value !== undefined && /^[a-z]/.test(value) ? 16 : outer;
  const number = Number(match[1]);
  switch (match[2]) {
    case 'em':
      return number * outer;
    case '%':
      return (number / 100) * outer;
    case 'rem':
      return number * 16;
    case 'ex':
      return number * 8;
    case 'pt':
      return number * 1.33;
    case 'vw':
    case 'vh':
      return number * 6;
    default:
      return number;
  }
}

function groundOf(css: Declarations, attributes: Attributes, outer: Color | null): Color | null {
  const background = css.get('background') ?? '';
  const isPicture =
    background.includes('url(') ||
    background.includes('gradient(') ||
    (css.get('background-image') ?? 'none') !== 'none' ||
    attributes.has('background');
  if (isPicture) return null;
  const named = css.get('background-color') ?? background.split(/\s(?![^(]*\))/)[0] ?? '';
  const color = readColor(named === '' ? (attributes.get('bgcolor') ?? '') : named);
  return color === null || color[3] < 128 ? outer : color;
}
