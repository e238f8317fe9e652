/** Compares the ledger with the naive one on one random scenario. */
import { type Replay, replay } from '../replay.ts';
import { naiveReplay } from './naive-ledger.ts';
import { randomScenario } from './random-scenarios.ts';

/** What both ledgers did with the scenario of a seed. */
export interface Comparison {
  readonly replay: Replay;
  /** The output of the naive ledger where it is another; undefined where both agree to the last byte. */
  readonly otherText: string | undefined;
  /** How many theses the scenario has. */
  readonly theses: number;
}

/** Replays the random scenario of a seed by both ledgers. */
export function compareScenario(seed: number): Comparison {
  const records = randomScenario(seed);
  const own = replay(records);
  const naiveText = naiveReplay(records);
  return {
    replay: own,
    otherText: naiveText === own.text ? undefined : naiveText,
    theses: records.filter(isThesis).length,
  };
}

function isThesis({ kind, line }: Readonly<Record<string, unknown>>): boolean {
  return kind === 'thesis' || (typeof line === 'string' && line.includes('"kind":"thesis"'));
}
