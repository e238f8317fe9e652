/**
 * Places several orders by one request, which is sent once. Each order has a client order id of its own and
 * succeeds or fails alone; an order that the answer does not mention is looked up.
 */
import { errorCodeOf } from '../catalogue/errors/error-codes.ts';
import type { Product } from '../catalogue/types.ts';
import { asToolError, ToolError } from '../core/errors.ts';
import { readJson, stringifyJson } from '../core/json.ts';
import { isObject, type JsonValue } from '../core/words.ts';
import type { Answer, PreparedRequest } from '../request/types.ts';
import { type DispatchOptions, type DispatchResult, dispatchWrite } from './dispatch.ts';
import type { Lookup } from './lookup.ts';
import { isDuplicate, orderOf } from './outcome.ts';
import { PlacementResolver, type PlacementTools } from './place.ts';

/** One order of a batch. */
export interface BatchOrder {
  readonly clientOrderId: string;
  readonly lookup: Lookup;
  /** The command line that looks up one order of the batch. */
  readonly resume: () => Promise<string>;
}

export interface PlaceBatchOptions extends DispatchOptions {
  readonly elements: readonly BatchOrder[];
  readonly product: Product;
  /** The field of each order that holds its client order id. */
  readonly idField: string;
}

/** The outcome of one order of a batch. */
export type BatchOrderResult =
  | {
      readonly clientOrderId: string;
      readonly is: 'placed';
      readonly state: 'ACKED' | 'FOUND';
      readonly order: JsonValue;
    }
  /**
   * The error of an order that was refused, that is proved absent, or whose status is unknown; its kind says
   * which.
   */
  | { readonly clientOrderId: string; readonly is: 'failed'; readonly error: ToolError };

/**
 * Returns the outcome of each order, in the order sent. Throws as `placeOnce` does if the whole batch was
 * refused or never sent.
 */
export async function placeBatch(
  tools: Omit<PlacementTools, 'lookup'>,
  options: PlaceBatchOptions,
): Promise<readonly BatchOrderResult[]> {
  const { elements, request } = options;
  const ids = elements.map((one) => one.clientOrderId);
  const dispatched = await dispatchWrite(tools, options, ids, (answer) =>
    batchRows(answer, elements.length) === undefined
      ? { is: 'unknown', cause: new Error('the answer is no list of as many orders') }
      : { is: 'acked', answer },
  );
  const { reply } = dispatched;
  if (reply.is === 'refused')
    throw new ToolError({ ...reply.error.facts, endpoint: request.endpoint, cause: reply.error });
  const results: BatchOrderResult[] = [];
  for (const [index, element] of elements.entries())
    results.push(await resultOf(tools, options, dispatched, element, index));
  return results;
}

async function resultOf(
  tools: Omit<PlacementTools, 'lookup'>,
  options: PlaceBatchOptions,
  { times, reply }: DispatchResult,
  { clientOrderId, lookup, resume }: BatchOrder,
  index: number,
): Promise<BatchOrderResult> {
  const resolver = new PlacementResolver(
    { ...tools, lookup },
    { ...options, resume },
    { clientOrderId, ...times },
  );
  const resolveReply = async () => {
    if (reply.is === 'doubtful') return resolver.resolve(reply.error, 'sparse');
    if (reply.is !== 'acked') return resolver.resolve(causeOfReply(reply), 'dense', reply.is === 'duplicate');
    const row = batchRows(reply.answer, options.elements.length)![index]!;
    if (isObject(row) && row[options.idField] === clientOrderId)
      return resolver.complete('ACKED', { ...reply.answer, body: stringifyJson(row) });
    const error = rowRefusal(row, options.request);
    if (error === undefined)
      return resolver.resolve(new Error('the answer does not carry the id of the order'), 'dense');
    return isDuplicate(error) ? resolver.resolveDuplicate(error) : resolver.reject(error);
  };
  try {
    const { state, answer } = await resolveReply();
    return { clientOrderId, is: 'placed', state, order: orderOf(answer) ?? null };
  } catch (thrown) {
    return { clientOrderId, is: 'failed', error: asToolError(thrown) };
  }
}

function causeOfReply(reply: DispatchResult['reply']): unknown {
  return reply.is === 'unknown' ? reply.cause : reply.is === 'acked' ? undefined : reply.error;
}

function batchRows(answer: Answer, count: number): readonly JsonValue[] | undefined {
  const outcome = readJson(answer.body);
  return outcome.ok && Array.isArray(outcome.value) && outcome.value.length === count
    ? (outcome.value as readonly JsonValue[])
    : undefined;
}

/**
 * Returns the error of an answer's row that rejects its order; undefined if the execution status of the order
 * is unknown.
 */
export function rowRefusal(
  row: JsonValue,
  { product, endpoint }: Pick<PreparedRequest, 'product' | 'endpoint'>,
): ToolError | undefined {
  if (!isObject(row)) return undefined;
  const { code, msg } = row;
  if (typeof code !== 'number' || typeof msg !== 'string') return undefined;
  const entry = errorCodeOf(code, { product, message: msg });
  // An unknown error code proves nothing about the order.
  if (entry === undefined || entry.execution === 'unknown') return undefined;
  return new ToolError({
    kind: entry.kind,
    message: `The exchange refused it with ${code}: ${msg}`,
    hint: entry.remedy,
    code,
    execution: 'not_executed',
    endpoint,
  });
}
