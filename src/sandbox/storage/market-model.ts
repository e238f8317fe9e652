/** The version of the market model of a saved sandbox, a field of the first record of its journal. */
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { ToolError, usageError } from '../../core/errors.ts';
import { DEFAULT_MARKET_MODEL, MARKET_MODELS, type MarketModel } from '../engine/market/symbol-model.ts';
import { journalPath, newStateModel } from './state-folder.ts';

/** The number of bytes that are read to get the first record of a journal, which is much shorter. */
const FIRST_RECORD_BYTES = 1024;

/**
 * Returns the market model of the saved state of a seed. A new state gets the `requested` model, or that of
 * the last reset, or the newest. A journal without the field was written before there was a second model, so
 * it has model 1. Throws a usage error if another model is requested than the state has, and kind `storage`.
 */
export function marketModelOf(folder: string, seed: number, requested?: MarketModel): MarketModel {
  const path = journalPath(folder, seed);
  const record = readFirstRecord(path);
  if (record === undefined) return requested ?? newStateModel(folder) ?? DEFAULT_MARKET_MODEL;
  const saved = modelIn(record, path);
  if (requested === undefined || requested === saved) return saved;
  throw usageError(
    `The saved sandbox of seed ${seed} has market model ${saved}, not ${requested}.`,
    `Leave --market-model out, choose another --seed, or start over with: bourse sandbox reset --market-model ${requested}`,
  );
}

/** Returns the first bytes of a journal, or undefined if it does not exist or is empty. */
function readFirstRecord(path: string): string | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    const bytes = Buffer.alloc(FIRST_RECORD_BYTES);
    const count = readSync(descriptor, bytes, 0, bytes.length, 0);
    const [line = ''] = bytes.toString('utf8', 0, count).split('\n');
    return line === '' ? undefined : line;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new ToolError({
      kind: 'storage',
      message: `The sandbox's journal ${path} can't be read.`,
      hint: 'Check the folder and its permissions; bourse sandbox reset starts over.',
      cause,
    });
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function modelIn(record: string, path: string): MarketModel {
  const field = /"marketModel":(\d{1,6})/.exec(record);
  if (field === null) return 1;
  const model = MARKET_MODELS.find((version) => version === Number(field[1]));
  if (model !== undefined) return model;
  throw new ToolError({
    kind: 'storage',
    message: `The sandbox's journal ${path} has market model ${field[1]}, which this version does not have.`,
    hint: 'Open it with the version that wrote it, or start over with: bourse sandbox reset',
  });
}
