/**
 * The packs of frequent commands: each holds all modules that its commands usually need, those of other packs included, and
 * the code that V8 compiled for exactly these commands.
 */

/** The commands that start from a pack. */
interface StartPack {
  /** The words that the commands begin with. */
  readonly words: readonly string[];
  /** Only commands on the sandbox start from it. */
  readonly isOfSandbox?: true;
}

/** The commands of each pack; a command line starts from the first that suits it. */
export const START_PACKS: Readonly<Record<string, StartPack>> = {
  'sandbox-start.pack': {
    words: ['market klines', 'market ticker', 'market depth', 'market trades'],
    isOfSandbox: true,
  },
  'sandbox-account-start.pack': {
    words: [
      'trade buy',
      'trade sell',
      'trade order',
      'trade cancel',
      'trade open-orders',
      'account balance',
      'account trades',
    ],
    isOfSandbox: true,
  },
  'order-start.pack': { words: ['trade buy', 'trade sell', 'trade order place'] },
  'stream-start.pack': { words: ['stream raw'] },
  'thesis-start.pack': { words: ['thesis validate'] },
  'lake-status-start.pack': { words: ['lake status'] },
  'lake-sql-start.pack': { words: ['lake sql'] },
  'lake-import-start.pack': { words: ['lake import'] },
  'paper-start.pack': { words: ['paper positions', 'paper balance', 'paper history'] },
};

/**
 * Returns the pack that a command line starts from; undefined for a command that has none of its own. A pack that does not
 * suit the command after all, because a setting or profile chose its environment, costs time only.
 */
export function startPackOf(
  argv: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const line = `${argv.slice(0, WORDS_MAX).join(' ')} `;
  for (const [pack, { words, isOfSandbox = false }] of Object.entries(START_PACKS))
    if (words.some((start) => line.startsWith(`${start} `)) && (!isOfSandbox || isOnSandbox(argv, variables)))
      return pack;
  return undefined;
}

/** The largest number of words of a command in the table. */
const WORDS_MAX = 3;

function isOnSandbox(
  argv: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): boolean {
  const at = argv.indexOf('--env');
  if (at !== -1) return argv[at + 1] === 'sandbox';
  return argv.includes('--env=sandbox') || variables['BOURSE_ENV'] === 'sandbox';
}
