/**
 * Builds command lines that call an endpoint with all of its parameters, from its declaration in the
 * catalogue.
 */
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import type { Endpoint } from '../../src/catalogue/types.ts';
import { commandsByEndpoint } from '../../src/commands/command-index.ts';
import { optionWords } from '../../src/request/typed-arguments.ts';
import { fullArguments } from '../catalogue/sweep-arguments.ts';

export interface WireCall {
  readonly endpoint: Endpoint;
  /** The words of the command, such as "market klines". */
  readonly command: string;
  /** The arguments of bourse. */
  readonly words: readonly string[];
  /** The expected text of each parameter on the wire. */
  readonly wire: ReadonlyMap<string, string>;
}

/** Returns the calls of each endpoint of the interface document that together send every parameter once. */
export async function wireCalls(): Promise<readonly WireCall[]> {
  const commands = await commandsByEndpoint();
  return ENDPOINTS.filter(({ origin }) => origin === 'document').flatMap((endpoint) =>
    fullArguments(endpoint).map((wire) => {
      const command = commands.get(endpoint.id)?.line;
      if (command === undefined) throw new Error(`${endpoint.id} has no command`);
      const isCareful = endpoint.effect === 'write' || endpoint.effect === 'funds';
      const words = [
        ...command.split(' '),
        ...optionWords(endpoint, wire),
        ...(isCareful && !/^stream /.test(command) ? ['--yes'] : []),
      ];
      return { endpoint, command, words, wire };
    }),
  );
}
