/**
 * Runs `trade list oco` and the other commands that place order lists. The words of a trader, such as
 * `--take-profit 70000`, become parameters of the orders of the list; parameters that are given explicitly
 * stay as they are.
 */
import type { Endpoint } from '../../catalogue/types.ts';
import { usageError } from '../../core/errors.ts';
import type { CommandCall, OptionSpec, TypedArgument } from '../types.ts';
import { LIST_OPTIONS } from './list-options.ts';
import { run as place } from './place.ts';

/** Runs the command. */
export function run(call: CommandCall): Promise<void> {
  return place({ ...call, given: toListArguments(call, call.endpoint!) });
}

function toListArguments({ given, options }: CommandCall, endpoint: Endpoint): readonly TypedArgument[] {
  const typed = new Map(given.map(({ name, text }) => [name, text]));
  const added = new Map<string, string>();
  const add = (name: string, text: string | undefined) => {
    if (text !== undefined && name in endpoint.params && !typed.has(name)) added.set(name, text);
  };
  const option = ({ name }: OptionSpec) => {
    const text = options[name];
    return typeof text === 'string' ? text : undefined;
  };
  const [entry, takeProfit, stopLoss, stopLimit] = [
    option(LIST_OPTIONS.entry),
    option(LIST_OPTIONS.takeProfit),
    option(LIST_OPTIONS.stopLoss),
    option(LIST_OPTIONS.stopLimit),
  ];
  if (stopLimit !== undefined && stopLoss === undefined)
    throw usageError('--stop-limit is the limit price of a stop-loss order.', 'Add --stop-loss.');
  const workingSide = typed.get('workingSide')?.toUpperCase();
  const pendingSide = workingSide === undefined ? undefined : workingSide === 'BUY' ? 'SELL' : 'BUY';
  if (entry !== undefined) {
    add('workingType', 'LIMIT');
    add('workingPrice', entry);
    if ((typed.get('workingType') ?? 'LIMIT').toUpperCase() === 'LIMIT') add('workingTimeInForce', 'GTC');
  }
  add('pendingSide', pendingSide);
  add('pendingQuantity', typed.get('workingQuantity'));
  const side = (typed.get('side') ?? typed.get('pendingSide') ?? pendingSide)?.toUpperCase();
  const [profit, loss] = exitPrefixes(endpoint, side);
  if (profit === loss && takeProfit !== undefined && stopLoss !== undefined)
    throw usageError(
      'An order list with one pending order takes either --take-profit or --stop-loss.',
      `For both, use trade list ${endpoint.id.endsWith('.opo') ? 'opoco' : 'otoco'}.`,
    );
  if (takeProfit !== undefined) {
    add(`${profit}Type`, 'LIMIT_MAKER');
    add(`${profit}Price`, takeProfit);
  }
  if (stopLoss !== undefined) {
    add(`${loss}Type`, stopLimit === undefined ? 'STOP_LOSS' : 'STOP_LOSS_LIMIT');
    add(`${loss}StopPrice`, stopLoss);
    add(`${loss}Price`, stopLimit);
    if (stopLimit !== undefined) add(`${loss}TimeInForce`, 'GTC');
  }
  const all = [...given, ...[...added].map(([name, text]) => ({ name, text }))];
  const names = Object.keys(endpoint.params);
  return all.sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name));
}

/**
 * Returns the parameter prefixes of the orders of a list that take profit and that stop the loss. If the list
 * has an order above and one below the market, the order above takes the profit of a sale and the order below
 * that of a purchase.
 */
function exitPrefixes({ legs }: Endpoint, side: string | undefined): readonly [profit: string, loss: string] {
  const exits = legs!.map(({ name }) => name).filter((name) => name !== 'working');
  const [above, below] = [exits[0]!, exits.at(-1)!];
  return side === 'BUY' ? [below, above] : [above, below];
}
