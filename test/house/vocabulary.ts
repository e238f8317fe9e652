/** The words that the project uses and those that it left behind, as `docs/glossary.md` explains them. */

/** Words that stand nowhere, with what to write instead. */
export const BANNED: Readonly<Record<string, string>> = {
  told: 'notified, emitted, reported, shown, distinguished',
  tell: 'notify, emit, report, show, distinguish',
  tells: 'notifies, emits, reports, shows, distinguishes',
  teller: 'emitter, reporter',
  wish: 'options, request',
  wishes: 'options, requests',
  wished: 'requested',
  desk: 'instrument',
  desks: 'instruments',
  deed: 'operation, journal entry',
  deeds: 'operations, journal entries',
  pots: 'margin pools',
  purse: 'wallet',
  hazard: 'due event, risk',
  hazards: 'due events, risks',
  silence: 'cooldown, ban, idle time',
  silences: 'cooldowns, bans',
  governor: 'rate limiter',
  keeping: 'checkpointer; storing',
  anew: 'again, new',
  mend: 'fix, repair',
  mends: 'fixes, repairs',
  mended: 'fixed, repaired',
};

/** Names that a room left behind: identifiers below a folder of `src`, whole or as a part of a compound name. */
export const BANNED_IDENTIFIERS: readonly {
  readonly room: string;
  readonly names: Readonly<Record<string, string>>;
}[] = [
  { room: 'transport', names: { exchange: 'httpCall' } },
  { room: 'sandbox/engine', names: { floor: 'context', board: 'context', venue: 'liquiditySource' } },
  { room: 'sandbox', names: { image: 'checkpoint', guest: 'client' } },
  {
    room: 'sandbox/engine/market',
    names: { cell: 'timeSpan', character: 'symbolProfile', waves: 'curves' },
  },
  { room: 'sandbox/process', names: { join: 'attach' } },
  { room: 'catalogue', names: { heads: 'endpointDefaults', acted: 'effective' } },
  { room: 'commands', names: { held: 'balances', borrows: 'reuses' } },
];

/** Identifiers of the language and its library that contain a banned name. */
export const LIBRARY_NAMES: readonly RegExp[] = [
  /\bMath\.floor\b/g,
  /\.join\b/g,
  /\bjoin\(/g,
  /\bimport\s*\{[^}]*\bjoin\b/g,
];

/** Words with one meaning only, and the phrases in which that is the meaning. */
export const ONE_MEANING: readonly {
  readonly word: RegExp;
  readonly phrases: RegExp;
  readonly otherwise: string;
}[] = [
  {
    word: /\b(?:no|each|every|its) doubles?\b|\bdoubles of\b|\bdoubled (?:messages?|orders?|events?|lines?)\b/gi,
    phrases: /\bdouble[- ](?:entry|quotes?|click|precision)\b/gi,
    otherwise: 'duplicate',
  },
  {
    word: /\btakes? (?:its|the|their|his) place\b|\bin (?:its|their) place\b|\bkeeps? its place\b/gi,
    phrases: /\bplaces? (?:an?|the|its|their|no|one|new|several) ?\w* ?orders?\b/gi,
    otherwise: 'replaces; queue position; position, index, location',
  },
];

/**
 * Words of wires and files, which cannot change: the text in which they stand. The sandbox is seeded with a sub-account
 * named "desk", which saved states and journals mention.
 */
export const WIRE_WORDS: readonly (string | RegExp)[] = [
  // The folder of cooldowns on disk.
  "'silences'",
  'desk@example.com',
  /(["'`])desk\1/g,
  /(?:--profile|--account|profile|keys add|keys show) desk\b/g,
];
