import { GROUPS } from './groups.ts';

/** Returns the command of each endpoint id, such as "market klines", with `--on` where it takes one. */
export async function commandsByEndpoint(): Promise<ReadonlyMap<string, string>> {
  const commands = new Map<string, string>();
  for (const entry of GROUPS) {
    const group = await entry.load();
    for (const verb of group.verbs) {
      const words = [group.word, ...verb.words].join(' ');
      if (verb.endpoint === undefined) continue;
      const byProduct = typeof verb.endpoint === 'string' ? { '': verb.endpoint } : verb.endpoint;
      for (const [at, [product, id]] of Object.entries(byProduct).entries()) {
        if (verb.borrows?.includes(id)) continue;
        if (!commands.has(id)) commands.set(id, at === 0 ? words : `${words} --on ${product}`);
      }
    }
  }
  return commands;
}
