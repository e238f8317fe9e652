/** Builds the command line that looks up the outcome of a write. */
import type { Endpoint } from '../../catalogue/types.ts';
import { optionWords, shellLine } from '../../request/typed-arguments.ts';
import type { WireArguments } from '../../request/types.ts';
import type { CommandCall } from '../types.ts';
import { destinationOptions } from './resume-options.ts';

/** Returns the command line of a query with these parameters, for the same environment, host and profile. */
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
