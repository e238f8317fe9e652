/** Generates the files of help pages and shell completion, which are shown without loading the program. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Endpoint } from '../catalogue/types.ts';
import { globalOptionsOf } from '../cli/globals.ts';
import {
  groupPage,
  type HelpPage,
  ownOptions,
  rootPage,
  sharedWordsPages,
  verbPage,
} from '../cli/help-page.ts';
import { helpText } from '../cli/help-text.ts';
import { paramsOf, positionalsOf } from '../commands/command-text.ts';
import { endpointsOfGroup } from '../commands/find-endpoint.ts';
import { GROUPS } from '../commands/groups.ts';
import type { CommandGroup, Verb } from '../commands/types.ts';
import { kebabOf } from '../request/names.ts';
import { writeExplanations } from './explanations.ts';

/** The width of help pages without a terminal. */
const PIPE_COLUMNS = 80;

type Slot = readonly string[] | 'symbol' | 'profile' | 'file' | '';

interface CommandCompletion {
  options: string[];
  values: Record<string, readonly string[]>;
  positionals: Slot[];
}

/** Writes `dist/help/`: the help pages of each command group, the completion words, the explanations, and the version. */
export async function writeHelp(root: string, dist: string): Promise<void> {
  const folder = join(dist, 'help');
  await mkdir(folder, { recursive: true });
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  await writeFile(join(folder, 'version.txt'), `${version}\n`);
  const next: Record<string, string[]> = { '': GROUPS.map((group) => group.word) };
  const commands: Record<string, CommandCompletion> = { '': completionOf(undefined, undefined) };
  await writeFile(join(folder, 'root.json'), JSON.stringify({ '': rootPage(GROUPS) }));
  await writeFile(join(folder, 'root.txt'), helpText(rootPage(GROUPS), PIPE_COLUMNS));
  for (const entry of GROUPS) {
    const group = await entry.load();
    const endpoints = await endpointsOfGroup(group);
    const book: Record<string, HelpPage> = {};
    if (group.verbs.some((verb) => verb.words.length > 0)) book[group.word] = groupPage(group);
    for (const [line, page] of sharedWordsPages(group)) book[line] = page;
    for (const verb of group.verbs) {
      const name = [group.word, ...verb.words].join(' ');
      for (const [product, endpoint] of endpointsOf(verb, endpoints)) {
        const page = verbPage(group, verb, endpoint);
        book[product === undefined ? name : `${name} --on ${product}`] = page;
        book[name] ??= page;
        commands[name] ??= completionOf(verb, endpoint);
      }
      addNextWords(next, group, verb);
    }
    await writeFile(join(folder, `${group.word}.json`), JSON.stringify(book));
  }
  // The completion words of `bourse` alone are stored under a name with a point, which no group has.
  await writeFile(join(folder, 'words.book.json'), JSON.stringify({ next, commands }));
  await writeExplanations(folder);
}

/** Returns the endpoints that a verb can call, by product, the default product first. */
function endpointsOf(
  verb: Verb,
  endpoints: readonly Endpoint[],
): [string | undefined, Endpoint | undefined][] {
  const find = (id: string) => {
    const found = endpoints.find((one) => one.id === id);
    if (found === undefined)
      throw new Error(`the command ${verb.words.join(' ')} names the endpoint ${id}, which is not declared`);
    return found;
  };
  if (verb.endpoint === undefined) return [[undefined, undefined]];
  if (typeof verb.endpoint === 'string') return [[undefined, find(verb.endpoint)]];
  return Object.entries(verb.endpoint).map(([product, id]) => [product, find(id)]);
}

function addNextWords(next: Record<string, string[]>, group: CommandGroup, verb: Verb): void {
  let name = group.word;
  for (const word of verb.words) {
    const words = next[name] ?? [];
    if (!words.includes(word)) next[name] = [...words, word];
    name = `${name} ${word}`;
  }
}

/** Returns the words that shells complete for a command, or for `bourse` alone. */
export function completionOf(verb: Verb | undefined, endpoint: Endpoint | undefined): CommandCompletion {
  const globals = globalOptionsOf(verb ?? {});
  const params = paramsOf(verb ?? {}, endpoint);
  const own = verb === undefined ? [] : ownOptions(verb, endpoint);
  const options = [
    ...params.map(([name]) => `--${kebabOf(name)}`),
    ...[...own, ...globals].map((one) => `--${one.name}`),
    '--help',
  ];
  const values: Record<string, readonly string[]> = {};
  for (const [name, param] of params)
    if (param.values !== undefined) values[`--${kebabOf(name)}`] = param.values.map(String);
  for (const option of [...own, ...globals]) {
    if (option.values === undefined) continue;
    values[`--${option.name}`] = option.values;
    if (option.short !== undefined) values[`-${option.short}`] = option.values;
  }
  const taken = verb === undefined ? [] : positionalsOf(verb, endpoint);
  const positionals = taken.map((one): Slot => {
    const param = params.find(([name]) => kebabOf(name) === one.name)?.[1];
    if (one.values !== undefined) return one.values;
    if (param?.values !== undefined) return param.values.map(String);
    if (one.isProfile) return 'profile';
    if (param?.format === 'symbol') return 'symbol';
    return one.name.startsWith('file') ? 'file' : '';
  });
  return { options, values, positionals };
}
