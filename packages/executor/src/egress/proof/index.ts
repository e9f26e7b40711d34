export { ManualClock } from './manual-clock.ts';
export { NetDouble } from './net-double.ts';
export { openParserRange, type ParserFinding, type ParserRange } from './parser-range.ts';
export { openSsrfRange, type SsrfRange } from './range.ts';
export type { SsrfVector, SsrfVerdict } from './vector.ts';
export { bearer, boundTo, openWorld, textOf, type World } from './world.ts';
