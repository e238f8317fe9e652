/**
 * Runs `trade buy` and `trade sell`, such as `trade buy BTCUSDT 0.01 --at 60000`, as a regular order
 * placement.
 */
import type { CommandCall } from '../types.ts';
import { toOrderArguments } from './order-words.ts';
import { run as place } from './place.ts';

/** Runs the command. */
export function run(call: CommandCall): Promise<void> {
  const side = call.verb.words[0] === 'buy' ? 'BUY' : 'SELL';
  return place({ ...call, given: toOrderArguments(call, call.endpoint!, side) });
}
