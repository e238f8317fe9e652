/**
 * The packs of frequent commands: each holds all modules that its commands usually need, those of other packs included, and
 * the code that V8 compiled for exactly these commands.
 */

/** The words that commands begin with, by the pack that they start from. */
export const START_PACKS: Readonly<Record<string, readonly string[]>> = {
  'order-start.pack': ['trade buy', 'trade sell', 'trade order place'],
  'stream-start.pack': ['stream raw'],
  'thesis-start.pack': ['thesis validate'],
  'paper-start.pack': ['paper positions', 'paper balance', 'paper history'],
};

/** Returns the pack that a command line starts from; undefined for a command that has none of its own. */
export function startPackOf(argv: readonly string[]): string | undefined {
  const line = `${argv.slice(0, WORDS_MAX).join(' ')} `;
  for (const [pack, commands] of Object.entries(START_PACKS))
    if (commands.some((words) => line.startsWith(`${words} `))) return pack;
  return undefined;
}

/** The largest number of words of a command in the table. */
const WORDS_MAX = 3;
