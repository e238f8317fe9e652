/** Words of the command line in messages, as a program knows them: options as arguments, commands as methods. */
import { camelCase } from '../core/text.ts';
import { LOCAL_METHODS, METHODS } from '../generated/library-methods.ts';

/** Options whose name in the library is another one. */
const OPTIONS: Readonly<Record<string, string>> = {
  host: 'hosts',
  'max-wait': 'maxWaitMs',
  timeout: 'timeoutMs',
  'recv-window': 'recvWindowMs',
};

/**
 * Returns a message with `--order-id` as `orderId`, and a command that is a method, with its arguments, as the method:
 * `bourse trade open-orders BTCUSDT` as `x.trade.openOrders`. Any other command is left as it is typed at a terminal.
 */
export function libraryText(text: string): string {
  return text.replace(
    /\bbourse ([a-z].*?)(?=\.?\s*$|\.\s+[A-Z]|,\s|[;:()])|--([a-z][a-z-]*)/g,
    (found, command, option) =>
      command === undefined ? (OPTIONS[option] ?? camelCase(option)) : (methodOf(command) ?? found),
  );
}

/** Returns the method of the command that a text begins with. */
function methodOf(command: string): string | undefined {
  const words = command.split(' ');
  for (let count = words.length; count > 1; count -= 1) {
    const name = methodNames().get(words.slice(0, count).join(' '));
    if (name !== undefined) return `x.${name}`;
  }
  return undefined;
}

let names: ReadonlyMap<string, string> | undefined;

/** Returns the names of methods by the words of their commands; of several products, the first. */
function methodNames(): ReadonlyMap<string, string> {
  if (names === undefined) {
    const all = [
      ...Object.entries(METHODS).map(([name, [, , words]]) => [words, name] as const),
      ...Object.entries(LOCAL_METHODS).map(([name, words]) => [words, name] as const),
    ];
    names = new Map(all.reverse());
  }
  return names;
}
