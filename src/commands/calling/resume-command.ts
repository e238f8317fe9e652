/** The command line by which a person looks again at what a write left unclear. */
import type { Endpoint } from '../../catalogue/types.ts';
import { optionWords, shellLine } from '../../request/typed-arguments.ts';
import type { WireArguments } from '../../request/types.ts';
import type { CommandCall } from '../types.ts';
import { placeWords } from './resume-options.ts';

/** Returns the command of a query with these arguments, at the same place and with the same keys. */
export async function againCommand(
  call: CommandCall,
  query: Endpoint,
  asked: WireArguments,
): Promise<string> {
  const { words, on, verb } = (await call.commands()).get(query.id)!;
  const place = placeWords({ ...call.options, ...(on === undefined ? {} : { on }) });
  const symbol = asked.get('symbol');
  const asks = shellLine([
    ...(symbol === undefined ? [] : [symbol]),
    ...optionWords(query, new Map([...asked].filter(([name]) => name !== 'symbol'))),
  ]);
  const whole = verb.options?.find((one) => one.isWhole);
  return `bourse ${words} ${asks}`.trimEnd().concat(whole === undefined ? '' : ` --${whole.name}`, place);
}
