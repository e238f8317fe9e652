/**
 * Finds the orders that `trade cancel` is to cancel: by their order ids or client order ids among the open
 * orders, algo orders included, else in the journal of this machine.
 */
import { recordOf, WRITE_KIND } from '../../app/journal/write-record.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import { asToolError, type ToolError, usageError } from '../../core/errors.ts';
import { parseJson } from '../../core/json.ts';
import { safeText } from '../../core/text.ts';
import { isObject, type JsonObject, type JsonValue } from '../../core/words.ts';
import { lookupFields } from '../../orders/lookup.ts';
import { buildRequest } from '../../request/prepare.ts';
import { BAD_SYMBOL } from '../calling/symbol-suggestion.ts';
import { endpointById } from '../find-endpoint.ts';
import { withJournal } from '../orders/records.ts';
import type { CommandCall, TypedArgument } from '../types.ts';

/** An order that is to be cancelled. */
export interface CancelTarget {
  /** The id as typed; of all open orders their order id. */
  readonly id: string;
  /** The endpoint that cancels the order; undefined if no symbol is known for the id. */
  readonly endpoint: Endpoint | undefined;
  readonly symbol: string | undefined;
  readonly given: readonly TypedArgument[];
}

/** The words that name orders, and whether all open orders are meant. */
export interface CancelWords {
  readonly words: readonly string[];
  readonly symbol: string | undefined;
  readonly isAll: boolean;
}

/** An open order, or algo order, and the endpoint that cancels it. */
interface OpenOrder {
  readonly endpoint: Endpoint;
  readonly id: string;
  readonly clientId: string;
  readonly symbol: string;
}

/**
 * Returns the orders that the words name. The first of several words may be the symbol; one that the exchange
 * does not know as a symbol is an id. Throws a usage error for an id that open orders of several symbols have.
 */
export async function findTargets(
  call: CommandCall,
  endpoint: Endpoint,
  { words, symbol, isAll }: CancelWords,
): Promise<readonly CancelTarget[]> {
  const [first, ...rest] = words;
  if (symbol === undefined && first !== undefined && (isAll || rest.length > 0) && isSymbolLike(first)) {
    const open = await openOrdersOfSymbol(call, endpoint, first);
    if (open !== undefined) return targetsOf(call, endpoint, { words: rest, symbol: first, isAll }, open);
  }
  const open = await openOrders(call, endpoint, symbol);
  return targetsOf(call, endpoint, { words, symbol, isAll }, open);
}

/** Returns whether a word may be a symbol: letters of one case, digits and the signs of contracts. */
function isSymbolLike(word: string): boolean {
  return (
    /\p{L}/u.test(word) &&
    /^[\p{L}\d_-]+$/u.test(word) &&
    [word.toUpperCase(), word.toLowerCase()].includes(word)
  );
}

async function targetsOf(
  call: CommandCall,
  endpoint: Endpoint,
  { words, symbol, isAll }: CancelWords,
  open: readonly OpenOrder[],
): Promise<readonly CancelTarget[]> {
  if (isAll && words.length > 0)
    throw usageError(
      '--all cancels every open order, so it takes no ids.',
      'Omit --all, or the ids; the symbol may stay.',
    );
  if (isAll) return open.map((order) => targetOf(order.id, order));
  const targets: CancelTarget[] = [];
  for (const word of new Set(words)) {
    const found = open.filter(({ id, clientId }) => id === word || clientId === word);
    if (found.length > 1) throw severalOrdersError(word, found);
    targets.push(
      found[0] === undefined ? await unlistedTarget(call, endpoint, word, symbol) : targetOf(word, found[0]),
    );
  }
  return targets;
}

function targetOf(word: string, { endpoint, id, symbol }: OpenOrder): CancelTarget {
  return { id: word, endpoint, symbol, given: idArguments(endpoint, id, symbol, idParams(endpoint)[0]) };
}

/**
 * Returns the target of an id that no open order has: it is sent all the same if its symbol is known, because a
 * list of open orders may be behind the exchange.
 */
async function unlistedTarget(
  call: CommandCall,
  endpoint: Endpoint,
  word: string,
  typedSymbol: string | undefined,
): Promise<CancelTarget> {
  const recorded = typedSymbol === undefined ? await recordedOrder(call, endpoint, word) : undefined;
  const symbol = typedSymbol ?? recorded?.symbol;
  if (symbol === undefined) return { id: word, endpoint: undefined, symbol, given: [] };
  const cancels = recorded?.endpoint ?? endpoint;
  const [idParam, clientParam] = idParams(cancels);
  const param = /^\d+$/.test(word) && recorded === undefined ? idParam : clientParam;
  return { id: word, endpoint: cancels, symbol, given: idArguments(cancels, word, symbol, param) };
}

/** Returns the symbol of an order in the journal, and the endpoint that cancels it. */
async function recordedOrder(
  call: CommandCall,
  endpoint: Endpoint,
  clientOrderId: string,
): Promise<{ readonly endpoint: Endpoint; readonly symbol: string } | undefined> {
  const where = { field: 'clientOrderId', value: clientOrderId } as const;
  const [subject] = await withJournal(call, (journal) =>
    journal.subjects({ kind: WRITE_KIND, where, limit: 1 }),
  );
  if (subject === undefined) return undefined;
  const { symbol, endpoint: id } = recordOf(subject);
  const placed = await endpointById(id);
  const cancels = (await cancelEndpoints(endpoint)).find(({ lookup }) => lookup === placed.lookup);
  return symbol === undefined || cancels === undefined ? undefined : { endpoint: cancels, symbol };
}

function idArguments(
  endpoint: Endpoint,
  id: string,
  symbol: string,
  param: string,
): readonly TypedArgument[] {
  const all = [
    { name: 'symbol', text: symbol },
    { name: param, text: id },
  ];
  return all.filter(({ name }) => name in endpoint.params);
}

/** Returns the parameters by which a cancellation names its order: the order id, and the client order id. */
export function idParams({ id, rules = [] }: Endpoint): readonly [string, string] {
  for (const rule of rules) {
    if (rule.rule === 'at-least-one' && rule.of.length === 2) return [rule.of[0]!, rule.of[1]!];
  }
  throw new Error(`${id} has no rule for its two ids`);
}

/** Returns the endpoint that cancels an order, and the one that cancels an algo order if the product has them. */
async function cancelEndpoints(endpoint: Endpoint): Promise<readonly Endpoint[]> {
  const { ofAlgoOrder } = endpoint;
  return ofAlgoOrder === undefined ? [endpoint] : [endpoint, await endpointById(ofAlgoOrder)];
}

/** Returns the open orders of a word if it is a symbol; undefined if the exchange knows no such symbol. */
async function openOrdersOfSymbol(
  call: CommandCall,
  endpoint: Endpoint,
  word: string,
): Promise<readonly OpenOrder[] | undefined> {
  try {
    return await openOrders(call, endpoint, word);
  } catch (thrown) {
    if (asToolError(thrown).facts.code === BAD_SYMBOL) return undefined;
    throw thrown;
  }
}

async function openOrders(
  call: CommandCall,
  endpoint: Endpoint,
  symbol: string | undefined,
): Promise<readonly OpenOrder[]> {
  const [orders, algoOrders] = await cancelEndpoints(endpoint);
  const found = await openOrdersOf(call, orders!, symbol);
  if (algoOrders === undefined) return found;
  const algo = await openOrdersOf(call, algoOrders, symbol).catch(async (thrown: unknown) => {
    // A host of the document's interface need not know algo orders.
    const served = await call.services.interfaceOf(buildRequest(algoOrders, new Map()));
    if (served === 'today' || asToolError(thrown).kind !== 'rejected') throw thrown;
    return [];
  });
  return [...found, ...algo];
}

/** Returns the open orders that an endpoint can cancel, of one symbol or of all. */
async function openOrdersOf(
  { services }: CommandCall,
  endpoint: Endpoint,
  symbol: string | undefined,
): Promise<readonly OpenOrder[]> {
  const { open, idField } = lookupFields(await endpointById(endpoint.lookup!));
  const query = await endpointById(open!);
  const wire = new Map(symbol === undefined ? [] : [['symbol', symbol.toUpperCase()] as const]);
  const { body } = await services.call(buildRequest(query, wire), { isOneOfMany: true });
  const value = parseJson(body, { what: 'the list of open orders', kind: 'unavailable' });
  const [idParam] = idParams(endpoint);
  return (Array.isArray(value) ? (value as readonly JsonValue[]) : []).filter(isObject).map((order) => ({
    endpoint,
    id: textOf(order, idParam),
    clientId: textOf(order, idField),
    symbol: textOf(order, 'symbol'),
  }));
}

function textOf(order: JsonObject, field: string): string {
  return String(order[field] ?? '');
}

function severalOrdersError(word: string, found: readonly OpenOrder[]): ToolError {
  const orders = found.map(({ id, symbol }) => `${id} of ${symbol}`).map(safeText);
  return usageError(
    `${safeText(word.slice(0, 60))} names several open orders: ${orders.join(', ')}.`,
    'Give the symbol before the ids, or client order ids.',
  );
}
