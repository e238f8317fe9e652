import type { Paint } from '../../commands/types.ts';

const unchanged = (text: string) => text;

/** Paint without colours, for pipes and NO_COLOR. */
export const PLAIN_PAINT: Paint = {
  bold: unchanged,
  dim: unchanged,
  red: unchanged,
  green: unchanged,
  yellow: unchanged,
  cyan: unchanged,
};
