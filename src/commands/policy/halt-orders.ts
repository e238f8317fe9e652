/** Cancels the open orders of the account of a run after a halt, if the policy says so: one request each. */

import { policyFilePath } from '../../app/write-policy.ts';
import { type CancelledProduct, ORDER_CANCELLATIONS } from '../../catalogue/order-cancellations.ts';
import { asToolError, type ExitCode, type ToolError } from '../../core/errors.ts';
import { plural, safeText } from '../../core/text.ts';
import type { JsonObject } from '../../core/words.ts';
import type { PolicyDocument } from '../../policy/policy.ts';
import { readPolicy } from '../../policy/policy-file.ts';
import { mayExist } from '../../store/folders.ts';
import { servedCall } from '../calling/served-call.ts';
import { endpointById } from '../find-endpoint.ts';
import { cancelOne, prepareCancellation } from '../trade/cancel-orders.ts';
import { findTargets } from '../trade/cancel-targets.ts';
import { exitCodeOf, type OrderResult } from '../trade/row-results.ts';
import type { CommandCall, Output } from '../types.ts';

/** The command under which the journal and the audit log hold the cancellations of a halt. */
export const HALT_COMMAND = 'policy halt';

const PRODUCTS = Object.keys(ORDER_CANCELLATIONS) as readonly CancelledProduct[];

/** What a halt did with the open orders. */
export interface HaltCancellations {
  /** A result for each order, and one for each product whose open orders could not be read. */
  readonly results: readonly OrderResult[];
  /** The products that the policy does not name, whose orders stay open. */
  readonly omitted: readonly CancelledProduct[];
}

/**
 * Cancels the open orders of the products that count for the policy. Returns undefined if the policy does not say so, and
 * throws kind `refused` for a policy that cannot be read.
 */
export async function haltCancellations(call: CommandCall): Promise<HaltCancellations | undefined> {
  const policy = policyOf(call);
  if (policy?.halt?.cancelOrders !== true) return undefined;
  const products = policy.products ?? PRODUCTS;
  const results: OrderResult[] = [];
  for (const product of products) results.push(...(await cancelProduct(call, product)));
  return { results, omitted: PRODUCTS.filter((one) => !products.some((named) => named === one)) };
}

function policyOf({ services: { world } }: CommandCall): PolicyDocument | undefined {
  const path = policyFilePath(world);
  return mayExist(path) ? readPolicy(path, world.facts.owner) : undefined;
}

async function cancelProduct(call: CommandCall, product: CancelledProduct): Promise<readonly OrderResult[]> {
  const results: OrderResult[] = [];
  try {
    const endpoint = await endpointById(ORDER_CANCELLATIONS[product]);
    const served = await servedCall({ ...call, endpoint, given: [], fanOut: [] });
    const targets = await findTargets(served, served.endpoint!, {
      words: [],
      symbol: undefined,
      isAll: true,
    });
    for (const target of targets) {
      const result = await cancelOne(served, target, prepareCancellation(served, target));
      const where = [product, target.symbol].filter((part) => part !== undefined).join(' ');
      results.push({ ...result, id: `${where} ${result.id}`, row: shortRow(product, result) });
    }
  } catch (thrown) {
    const error = asToolError(thrown);
    // An account without margin has no orders on it.
    if (product === 'margin' && error.facts.code === NO_MARGIN_ACCOUNT) return results;
    results.push(unreadResult(product, error));
  }
  return results;
}

/** The fields of the row of an order; what an order has none of is left out. */
const FIELDS = ['symbol', 'id', 'result', 'side', 'price', 'origQty', 'executedQty', 'code', 'msg'] as const;

function shortRow(product: CancelledProduct, { row }: OrderResult): JsonObject {
  const known = FIELDS.flatMap((name) => {
    const value = row[name] ?? null;
    return value === null ? [] : [[name, value] as const];
  });
  return { product, ...Object.fromEntries(known) };
}

/** The error code for an account that has no margin (error codes of the exchange: margin account does not exist). */
const NO_MARGIN_ACCOUNT = -3003;

function unreadResult(product: CancelledProduct, error: ToolError): OrderResult {
  const { code, message } = error.facts;
  const row = { id: product, row: { result: 'NOT_READ', code: code ?? null, msg: message } };
  return { id: `the open orders on ${product}`, row: shortRow(product, row), error };
}

/**
 * Says on stderr how many orders were cancelled, and names each that was not. Returns exit code 0 if all were, 8 if a part
 * was, 7 if it is unknown of one, and that of the first error if none was.
 */
export function reportCancellations(
  output: Pick<Output, 'note'>,
  { results, omitted }: HaltCancellations,
): ExitCode {
  const failed = results.filter(({ error }) => error !== undefined);
  const { length: cancelled } = results.filter(({ error }) => error === undefined);
  output.note(
    `${plural(cancelled, 'open order')} cancelled${failed.length === 0 ? '.' : '. Not cancelled:'}`,
  );
  for (const { id, error } of failed) output.note(`  ${safeText(id)}: ${error!.message}`);
  if (omitted.length > 0)
    output.note(`Orders on ${omitted.join(', ')} stay open: "products" of the policy does not name them.`);
  output.note(`Not looked for: ${NOT_COVERED}.`);
  return exitCodeOf(results);
}

/** The orders that a halt does not look for. */
const NOT_COVERED =
  'orders on isolated margin and portfolio margin, block orders, and orders of other profiles';

/** Cancels after a halt that the command itself caused, and names each order on stderr. Never throws. */
export async function cancelAfterAutomaticHalt(call: CommandCall): Promise<void> {
  const { output } = call;
  try {
    const done = await haltCancellations(call);
    if (done === undefined) return;
    for (const { id, error } of done.results)
      if (error === undefined) output.note(`The halt cancelled the order ${safeText(id)}.`);
    reportCancellations(output, done);
  } catch (thrown) {
    output.note(`The halt cancelled no open orders: ${asToolError(thrown).message}`);
  }
}
