import type { Paint } from '../../commands/types.ts';

const same = (text: string) => text;

/** The paint of pipes and of NO_COLOR: text stays as it is. */
export const PLAIN_PAINT: Paint = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same };
