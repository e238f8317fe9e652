/**
 * Commands that write one JSON value per line, such as the sessions of the WebSocket API: they reject the options of tables, so their help and
 * their completion must not offer them.
 */
import { describe, expect, it } from 'vitest';
import { completionOf } from '../../../src/build/help.ts';
import { verbPage } from '../../../src/cli/help-page.ts';
import { helpText } from '../../../src/cli/help-text.ts';
import { endpointById, endpointIds } from '../../../src/commands/find-endpoint.ts';
import { GROUPS } from '../../../src/commands/groups.ts';
import { failure } from '../outcomes.ts';
import { bourse } from '../world.ts';

/** Commands whose output is lines whatever the format. */
const LINE_COMMANDS = /^ws session$/;

const groups = await Promise.all(GROUPS.map(({ load }) => load()));
const commands = groups.flatMap((group) =>
  group.verbs.map((verb) => ({ name: [group.word, ...verb.words].join(' '), group, verb })),
);
const lineCommands = commands.filter(({ name }) => LINE_COMMANDS.test(name));

/** Returns the help of a command as one line. */
async function helpOf({ group, verb }: (typeof commands)[number]): Promise<string> {
  const [id] = endpointIds(verb);
  const endpoint = id === undefined ? undefined : await endpointById(id);
  return helpText(verbPage(group, verb, endpoint), 100).replace(/\s+/g, ' ');
}

describe.each(lineCommands)('bourse $name', (command) => {
  const { name, verb } = command;

  it.each([
    ['-o table', '-o table'],
    ['-o csv', '-o csv'],
    ['--fields p', '--fields'],
    ['--no-header', '--no-header'],
  ])('rejects %s, naming the option, before anything is sent', async (option, named) => {
    const error = failure(await bourse(`${name} ${option}`));
    expect(error).toMatchObject({ exitCode: 2, kind: 'usage' });
    expect(error.message).toContain(`bourse ${name} writes JSON lines`);
    expect(error.message).toContain(`${named} does not apply`);
    expect(error.hint).toContain('jq');
  });

  it('says in its help what does not apply', async () => {
    const help = await helpOf(command);
    expect(help).toContain(
      'Writes JSON lines; -o table, -o csv, --fields, --where, --sort, --desc, --top, --time and --no-header do not apply.',
    );
    expect(help).not.toContain('Global options (-o, --fields');
  });

  it('completes only options and formats that it takes', () => {
    const { options, values } = completionOf(verb, undefined);
    expect(options).not.toContain('--fields');
    expect(options).not.toContain('--no-header');
    expect(values['-o']).toEqual(['json', 'ndjson']);
  });
});

it('there is one, and other commands take every global option', async () => {
  expect(lineCommands.length).toBe(1);
  const klines = commands.find(({ name }) => name === 'market klines')!;
  expect(await helpOf(klines)).toContain('Global options (-o, --fields, --env, --host and others)');
});
