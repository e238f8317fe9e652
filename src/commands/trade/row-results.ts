/** The results of a command that sends one request for each of several orders: a row and an exit code. */
import type { View } from '../../catalogue/types.ts';
import { EXIT_CODES, type ExitCode, type ToolError } from '../../core/errors.ts';
import { plural, safeText } from '../../core/text.ts';
import type { JsonObject } from '../../core/words.ts';
import type { Output } from '../types.ts';

/** What became of one order. */
export interface OrderResult {
  /** The word that names the order or position in messages. */
  readonly id: string;
  readonly row: JsonObject;
  readonly error?: ToolError;
}

/**
 * Says on stderr what failed. Returns exit code 0 if nothing did, 8 if a part did, 7 if it is unknown of a part,
 * and otherwise the exit code of the first error. `done` is what the command does, such as "cancelled", and
 * `noun` to what.
 */
export function reportFailures(
  output: Pick<Output, 'note'>,
  results: readonly OrderResult[],
  noun: string,
  done: string,
): ExitCode {
  const failed = results.flatMap(({ id, error }) => (error === undefined ? [] : [{ id, error }]));
  if (failed.length === 0) return EXIT_CODES.done;
  output.note(`${results.length - failed.length} of ${plural(results.length, noun)} ${done}. Not ${done}:`);
  for (const { id, error } of failed) output.note(`  ${safeText(id)}: ${error.message}`);
  return exitCodeOf(results);
}

/** Returns the exit code of several results, as `reportFailures` does. */
export function exitCodeOf(results: readonly Pick<OrderResult, 'error'>[]): ExitCode {
  const failed = results.flatMap(({ error }) => (error === undefined ? [] : [{ error }]));
  if (failed.length === 0) return EXIT_CODES.done;
  if (failed.some(({ error }) => error.facts.execution === 'unknown')) return EXIT_CODES['execution-unknown'];
  return failed.length < results.length ? EXIT_CODES.partial : failed[0]!.error.exitCode;
}

/** The columns of the results; futures answer an average price. */
export const ORDER_RESULTS: View = {
  shape: 'rows',
  columns: [
    { name: 'id', is: 'text' },
    { name: 'result', is: 'text' },
    { name: 'symbol', is: 'text' },
    { name: 'side', is: 'text' },
    { name: 'type', is: 'text' },
    { name: 'price', is: 'decimal', noneAt: '0' },
    { name: 'origQty', title: 'quantity', is: 'decimal' },
    { name: 'executedQty', title: 'executed', is: 'decimal' },
    { name: 'avgPrice', title: 'average', is: 'decimal', noneAt: '0' },
    { name: 'status', is: 'text' },
    { name: 'orderId', title: 'order', is: 'integer', hidden: true },
    { name: 'clientOrderId', title: 'client id', is: 'text', hidden: true },
    { name: 'algoId', title: 'algo order', is: 'integer', hidden: true },
    { name: 'clientAlgoId', title: 'client id of the algo order', is: 'text', hidden: true },
    { name: 'code', is: 'text' },
    { name: 'msg', title: 'message', is: 'text' },
  ],
};
