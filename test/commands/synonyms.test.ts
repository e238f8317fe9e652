/** Synonyms of commands and options: sweeps over the tables. */
import { describe, expect, it } from 'vitest';
import { completionOf } from '../../src/build/help.ts';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import { GLOBAL_OPTIONS } from '../../src/cli/globals.ts';
import { ownOptions } from '../../src/cli/help-page.ts';
import { GROUPS } from '../../src/commands/groups.ts';
import {
  COMMAND_SYNONYMS,
  MISPLACED_WORDS,
  meantCommand,
  OPTION_SYNONYMS,
} from '../../src/commands/synonyms.ts';
import type { Verb } from '../../src/commands/types.ts';
import { kebabOf } from '../../src/request/names.ts';
import { failure } from '../acceptance/outcomes.ts';
import { bourse } from '../acceptance/world.ts';

const groups = await Promise.all(GROUPS.map((entry) => entry.load()));
const commands = new Map(
  groups.flatMap((group) =>
    group.verbs.map((verb) => [[group.word, ...verb.words].join(' '), verb] as const),
  ),
);
const endpointsOf = ({ endpoint }: Verb) =>
  (typeof endpoint === 'string' ? [endpoint] : Object.values(endpoint ?? {})).map(
    (id) => ENDPOINTS.find((one) => one.id === id)!,
  );

describe('a synonym of a command', () => {
  it.each(COMMAND_SYNONYMS)('$typed.0 means a command that exists, $command', ({ command }) => {
    expect([...commands.keys()]).toContain(command);
  });

  it.each(COMMAND_SYNONYMS)('$typed.0 is typed in no other row, and shadows no group or command', (row) => {
    const words = groups.map(({ word }) => word);
    const others = COMMAND_SYNONYMS.filter((one) => one !== row).flatMap(({ typed }) => typed);
    const [group] = row.command.split(' ');
    for (const typed of row.typed) {
      expect([...words, ...others]).not.toContain(typed);
      for (const command of commands.keys())
        if (`${command} `.startsWith(`${group} ${typed} `)) expect(command).toBe(row.command);
    }
  });

  it('is run only if the command does nothing but read', () => {
    const running = COMMAND_SYNONYMS.filter(({ runs }) => runs === true);
    const effects = running.flatMap(({ command }) =>
      endpointsOf(commands.get(command)!).map(({ effect }) => effect),
    );
    expect([...new Set(effects)]).toEqual(['read']);
    const withoutEndpoint = running.filter(({ command }) => commands.get(command)!.endpoint === undefined);
    expect(withoutEndpoint.map(({ command }) => command)).toEqual([
      'doctor',
      'account pnl',
      'account fees',
      'account summary',
    ]);
  });

  it('is found alone and after its group, and nothing else is', () => {
    expect(meantCommand(['candles', 'BTCUSDT'])?.words).toEqual(['candles']);
    expect(meantCommand(['market', 'candles', 'BTCUSDT'])?.words).toEqual(['market', 'candles']);
    for (const command of commands.keys()) {
      const meant = meantCommand(command.split(' '));
      if (meant !== undefined) expect(meant.command).toBe(command);
    }
  });

  it('is not offered by completion', () => {
    const offered = new Set([
      ...groups.map(({ word }) => word),
      ...completionOf(undefined, undefined).options,
    ]);
    for (const { typed } of COMMAND_SYNONYMS) for (const word of typed) expect(offered).not.toContain(word);
    for (const { typed } of OPTION_SYNONYMS) expect(offered).not.toContain(typed);
  });
});

describe('a word after the wrong group', () => {
  it.each([
    ['watch ticker BTCUSDT ETHUSDT', 'bourse stream ticker BTCUSDT ETHUSDT --watch'],
    ['wallet 0x8894e0a0c962cb723c1976a4421c95949be2d4e3', 'bourse wallet holdings 0x8894'],
    ['wallet 0x12 --chain 1', 'bourse wallet holdings 0x12 --chain 1'],
    ['account orders BTCUSDT', 'bourse trade open-orders BTCUSDT?'],
    ['account deposits', 'bourse funds deposits?'],
  ])('names the line that is meant: %s', async (line, meant) => {
    const error = failure(await bourse(line));
    expect([error.exitCode, error.hint]).toEqual([2, expect.stringContaining(`Did you mean ${meant}`)]);
  });

  it.each(MISPLACED_WORDS)('$group belongs to no command of that group', ({ group, word, command }) => {
    for (const line of commands.keys())
      if (line.startsWith(`${group} `)) expect(line.split(' ')[1]).not.toMatch(word);
    expect([...commands.keys()].some((line) => `${line} `.startsWith(`${command} `))).toBe(true);
  });
});

describe('a synonym of an option', () => {
  it.each(['--to year.csv', '--to=./year', '--during 30d --to out.ndjson'])(
    'is not taken for a time where a file is meant: %s',
    async (options) => {
      const error = failure(await bourse(`market klines BTCUSDT 1h ${options} --env sandbox`));
      expect([error.exitCode, error.hint]).toEqual([
        2,
        'To write to a file, redirect the output, such as: -o csv > file.csv',
      ]);
      expect(error.message).toContain('--to is read as --end here');
    },
  );

  it('is taken for a time where one is meant', async () => {
    const outcome = await bourse('market klines BTCUSDT 1d --from 2024-01-01 --to 2024-01-03 --env sandbox');
    expect([outcome.code, (JSON.parse(outcome.stdout) as unknown[]).length]).toEqual([0, 3]);
  });

  it('sets no parameter of a write', () => {
    const means = OPTION_SYNONYMS.flatMap((one) => one.means);
    const set = ENDPOINTS.filter(({ effect }) => effect !== 'read').flatMap(({ id, params }) =>
      Object.keys(params).flatMap((name) => (means.includes(`--${kebabOf(name)}`) ? [`${id} ${name}`] : [])),
    );
    expect(set).toEqual([]);
  });

  const known = new Set(GLOBAL_OPTIONS.map(({ name }) => `--${name}`));
  for (const verb of commands.values())
    for (const endpoint of [undefined, ...endpointsOf(verb)]) {
      for (const { name } of ownOptions(verb, endpoint)) known.add(`--${name}`);
      for (const name of Object.keys(endpoint?.params ?? {})) known.add(`--${kebabOf(name)}`);
    }
  known.add('--start').add('--end');

  it.each(OPTION_SYNONYMS)('$typed means options that a command has', ({ typed, means }) => {
    for (const option of means) expect(known).toContain(option.split('=')[0]);
    expect(GLOBAL_OPTIONS.flatMap(({ name, short }) => [`--${name}`, `-${short}`])).not.toContain(typed);
  });
});
