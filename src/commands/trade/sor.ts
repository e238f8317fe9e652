/** Runs `trade sor place`: an order with smart order routing, described in the words of a trader. */
import type { CommandCall } from '../types.ts';
import { toOrderArguments } from './order-words.ts';
import { run as place } from './place.ts';

/** Runs the command. */
export function run(call: CommandCall): Promise<void> {
  return place({ ...call, given: toOrderArguments(call, call.endpoint!) });
}
