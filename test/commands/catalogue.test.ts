/**
 * The commands and the catalogue must agree: finds endpoints without a command, commands without an endpoint,
 * and endpoints with two commands.
 */
import { describe, expect, it } from 'vitest';
import { ENUMERATIONS } from '../../src/catalogue/enumerations.ts';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import type { Endpoint, Param, Params } from '../../src/catalogue/types.ts';
import { readCommandLine } from '../../src/cli/arguments.ts';
import { GLOBAL_OPTIONS } from '../../src/cli/globals.ts';
import { ownOptions } from '../../src/cli/help-page.ts';
import { commandsByEndpoint } from '../../src/commands/command-index.ts';
import { endpointById, endpointsOfGroup } from '../../src/commands/find-endpoint.ts';
import { GROUPS } from '../../src/commands/groups.ts';
import type { CommandGroup, Verb } from '../../src/commands/types.ts';
import { ToolError } from '../../src/core/errors.ts';
import { kebabOf } from '../../src/request/names.ts';
import { shellWords } from '../acceptance/outcomes.ts';
import { bourse } from '../acceptance/world.ts';
import { NOT_RUN, prepareExample } from './example-state.ts';

interface Known {
  readonly group: CommandGroup;
  readonly verb: Verb;
  readonly name: string;
}

interface Call {
  readonly on: readonly string[];
  readonly endpoint: Endpoint | undefined;
}

const KNOWN: Known[] = [];
for (const entry of GROUPS) {
  const group = await entry.load();
  for (const verb of group.verbs) KNOWN.push({ group, verb, name: [group.word, ...verb.words].join(' ') });
}

function endpointIds({ endpoint }: Verb): readonly string[] {
  if (endpoint === undefined) return [];
  return typeof endpoint === 'string' ? [endpoint] : Object.values(endpoint);
}

/** Returns the endpoints that this is the main command of. */
function idsOf(verb: Verb): readonly string[] {
  return endpointIds(verb).filter((id) => !verb.reuses?.includes(id));
}

describe('every endpoint of the catalogue', () => {
  it('has exactly one command', () => {
    const homes = new Map<string, string[]>(ENDPOINTS.map((one) => [one.id, []]));
    for (const { verb, name } of KNOWN) for (const id of idsOf(verb)) homes.get(id)?.push(name);
    const wrong = [...homes].filter(([, names]) => names.length !== 1);
    expect(ENDPOINTS.length).toBeGreaterThan(15);
    expect(wrong).toEqual([]);
  });

  it('is found by the command line of its command', async () => {
    const commands = await commandsByEndpoint();
    for (const endpoint of ENDPOINTS) {
      const words = commands.get(endpoint.id)!.line.split(' ');
      const line = await readCommandLine([...words, ...(await wordsFor(endpoint.params))]);
      expect(line.endpoint?.id).toBe(endpoint.id);
    }
  });

  it('and each of its parameters have a help text without a full stop', () => {
    const lacking: string[] = [];
    const look = (where: string, param: Param) => {
      if (param.about.trim() === '' || param.about.endsWith('.')) lacking.push(where);
      if (param.items !== undefined) {
        if (typeof param.items.type === 'string') look(`${where}[]`, param.items as Param);
        else
          for (const [name, item] of Object.entries(param.items as Params)) look(`${where}[].${name}`, item);
      }
    };
    for (const { id, summary, params } of ENDPOINTS) {
      if (summary.trim() === '' || summary.endsWith('.')) lacking.push(id);
      for (const [name, param] of Object.entries(params)) look(`${id} ${name}`, param);
    }
    expect(lacking).toEqual([]);
  });

  it('has no parameter whose option name is a global option, but for a list that the exchange itself sorts', () => {
    const taken = new Set([
      ...GLOBAL_OPTIONS.map((one) => one.name),
      'help',
      'version',
      'all',
      'on',
      'chart',
    ]);
    const clashes = ENDPOINTS.flatMap(({ id, params }) =>
      Object.keys(params)
        .filter((name) => taken.has(kebabOf(name)))
        .map((name) => `${id} ${name}`),
    );
    expect(clashes).toEqual(['mining.worker.list sort']);
  });
});

it('every endpoint is found by its id', async () => {
  for (const one of ENDPOINTS) expect(await endpointById(one.id)).toBe(one);
});

it('every enumeration has a title, a source and values', () => {
  for (const [name, { title, source, values }] of Object.entries(ENUMERATIONS))
    expect([name, title.length > 0, source.length > 0, values.length > 0]).toEqual([name, true, true, true]);
});

describe.each(KNOWN)('$name', ({ group, verb, name }) => {
  it('has an existing endpoint or handler', async () => {
    const endpoints = await endpointsOfGroup(group);
    for (const id of endpointIds(verb)) expect(endpoints.map((one) => one.id)).toContain(id);
    const handler = await verb.handler?.();
    expect(handler === undefined ? endpointIds(verb).length : typeof handler.run).not.toBe(0);
    expect(verb.summary).not.toMatch(/\.$|^$/);
  });

  it('describes each option and argument', async () => {
    for (const option of verb.options ?? [])
      expect([option.name, option.about !== '']).toEqual([option.name, true]);
    const params = new Set(
      (await endpointsOfGroup(group))
        .filter((one) => endpointIds(verb).includes(one.id))
        .flatMap((one) => Object.keys(one.params).map(kebabOf)),
    );
    for (const one of verb.positionals ?? [])
      expect([one.name, params.has(one.name) || (one.about ?? '') !== '']).toEqual([one.name, true]);
  });

  it('has options of different names and letters, which can all be typed together', async () => {
    for (const { on, endpoint } of await callsOf(verb)) {
      const options = [...ownOptions(verb, endpoint), ...GLOBAL_OPTIONS].map((one) => one.name);
      const names = [...Object.keys(endpoint?.params ?? {}).map(kebabOf), ...options];
      const words = [...name.split(' '), ...on, ...names.map((one) => `--${one}=1`)];
      // Values that are not allowed are refused in the words of this program, clashing options in Commander's.
      const refusal: unknown = await readCommandLine(words).catch((error: unknown) => error);
      if (refusal instanceof Error) expect(refusal).toBeInstanceOf(ToolError);
    }
  });

  it('has examples that parse as this command', async () => {
    expect(verb.examples.length).toBeGreaterThan(0);
    for (const example of verb.examples) {
      const line = await readCommandLine(wordsOf(example));
      expect([example, [line.group.word, ...line.verb.words].join(' ')]).toEqual([example, name]);
    }
  });
});

const RUN = KNOWN.flatMap(({ verb }) => verb.examples).filter((example) => !NOT_RUN.test(example));

it.each(RUN)('works as shown: %s', async (example) => {
  const { words, options } = await prepareExample(wordsOf(example));
  const { verb } = await readCommandLine(words);
  const asks = verb.options?.some((one) => one.name === 'yes') && !words.includes('--yes');
  const outcome = await bourse(asks ? [...words, '--yes'] : words, options);
  // The sandbox reports endpoints that it does not simulate; it never fakes success.
  if (outcome.code === 4 && outcome.stderr.includes('The sandbox does not simulate')) return;
  expect(outcome).toMatchObject({ code: 0 });
  expect(outcome.stdout).not.toBe('');
});

/** Returns the endpoints that a command calls, each with the words that choose it; one without for other commands. */
async function callsOf({ endpoint }: Verb): Promise<readonly Call[]> {
  if (endpoint === undefined) return [{ on: [], endpoint: undefined }];
  if (typeof endpoint === 'string') return [{ on: [], endpoint: await endpointById(endpoint) }];
  return Promise.all(
    Object.entries(endpoint).map(async ([product, id]) => ({
      on: ['--on', product],
      endpoint: await endpointById(id),
    })),
  );
}

/** Returns the words of an example without shell redirections. */
function wordsOf(example: string): string[] {
  const words = shellWords(example);
  const redirect = words.indexOf('>');
  return redirect === -1 ? words : words.slice(0, redirect);
}

/** Returns options for the required parameters, so that the line parses. */
async function wordsFor(params: Params): Promise<string[]> {
  return Object.entries(params)
    .filter(([, param]) => param.required)
    .map(([name]) => `--${kebabOf(name)}=x`);
}
