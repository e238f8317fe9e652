/** The command line by which a person looks again at what a write left unclear. */
import type { Endpoint } from '../../catalogue/types.ts';
import { optionWords, shellLine } from '../../request/typed-arguments.ts';
import type { WireArguments } from '../../request/types.ts';
import type { CommandCall } from '../types.ts';
import { destinationOptions } from './resume-options.ts';

/** Returns the command of a query with these arguments, at the same place and with the same keys. */
export async function resumeCommand(
  call: CommandCall,
  query: Endpoint,
  params: WireArguments,
): Promise<string> {
  const { words, on, verb } = (await call.commands()).get(query.id)!;
  const destination = destinationOptions({ ...call.options, ...(on === undefined ? {} : { on }) });
  const symbol = params.get('symbol');
  const argumentText = shellLine([
    ...(symbol === undefined ? [] : [symbol]),
    ...optionWords(query, new Map([...params].filter(([name]) => name !== 'symbol'))),
  ]);
  const showAllOption = verb.options?.find((one) => one.showsAll);
  return `bourse ${words} ${argumentText}`
    .trimEnd()
    .concat(showAllOption === undefined ? '' : ` --${showAllOption.name}`, destination);
}
