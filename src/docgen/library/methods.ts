/** Lists the methods of the library: one for each endpoint, named after its command. */
import { ENDPOINTS } from '../../catalogue/index.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import { commandsByEndpoint } from '../../commands/command-index.ts';
import { methodPath } from './method-names.ts';
import type { LibraryMethod } from './method-types.ts';

/** Returns the methods in the order of the catalogue. Throws if two endpoints have one name, or one has no command. */
export async function libraryMethods(): Promise<readonly LibraryMethod[]> {
  const commands = await commandsByEndpoint();
  const known = new Map<string, string>();
  return ENDPOINTS.map((endpoint: Endpoint) => {
    const command = commands.get(endpoint.id);
    if (command === undefined) throw new Error(`${endpoint.id} has no command`);
    const { product, effect, id } = endpoint;
    const path = methodPath({ product, isRead: effect === 'read', words: command.words.split(' ') });
    const name = path.join('.');
    if (known.has(name)) throw new Error(`${name} names ${id} and ${known.get(name)}`);
    known.set(name, id);
    return { endpoint, path, words: command.words, on: command.on };
  });
}
