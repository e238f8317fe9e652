/** `bourse completion install`: where the script goes, and which files it leaves alone. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describedCandidates } from '../../../src/cli/described-candidates.ts';
import { completionCandidates } from '../../../src/cli/prepared.ts';
import { json } from '../outcomes.ts';
import { bourse, temporaryFolder, type WorldOptions } from '../world.ts';

type Installed = Readonly<Record<'shell' | 'file' | 'fileIs' | 'startFile' | 'startFileIs', string | null>>;

const PLACES = {
  bash: '.local/share/bash-completion/completions/bourse',
  zsh: '.local/share/zsh/site-functions/_bourse',
  fish: '.config/fish/completions/bourse.fish',
};

async function install(line: string, options: WorldOptions) {
  return json<Installed>(await bourse(`completion install ${line} -o json`, options));
}

function user(shell = '/usr/bin/zsh') {
  const home = temporaryFolder();
  return { home, environment: { HOME: home, SHELL: shell } };
}

describe.each(['bash', 'zsh', 'fish'] as const)('the completion of %s', (shell) => {
  it('is written where the shell looks for it, once, and removed again', async () => {
    const options = user(`/bin/${shell}`);
    const file = join(options.home, PLACES[shell]);
    expect(await install('--dry-run', options)).toMatchObject({ shell, file, fileIs: 'written' });
    expect(existsSync(file)).toBe(false);
    expect(await install('', options)).toMatchObject({ shell, file, fileIs: 'written' });
    expect(readFileSync(file, 'utf8')).toBe((await bourse(`completion ${shell}`)).stdout);
    expect(await install(shell, options)).toMatchObject({ fileIs: 'unchanged' });
    expect(await install('--remove', options)).toMatchObject({ fileIs: 'removed' });
    expect(existsSync(file)).toBe(false);
    expect(await install('--remove', options)).toMatchObject({ fileIs: 'absent' });
  });

  it('does not replace or remove a file of somebody else: exit 2', async () => {
    const options = user();
    const file = join(options.home, PLACES[shell]);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'my own');
    for (const flags of ['', '--remove']) {
      const { code, stderr } = await bourse(`completion install ${shell} ${flags}`, options);
      expect([code, stderr]).toEqual([2, expect.stringContaining('left as it is')]);
    }
    expect(readFileSync(file, 'utf8')).toBe('my own');
  });
});

describe('the start file of the shell', () => {
  const RC = 'export EDITOR=vi';

  it('is left alone without --rc and without an answer; the lines to add are printed', async () => {
    const options = user();
    const rc = join(options.home, '.zshrc');
    writeFileSync(rc, RC);
    const { code, stderr } = await bourse('completion install zsh', options);
    expect([code, stderr]).toEqual([0, expect.stringContaining('fpath=(')]);
    expect(await bourse('completion install zsh', { ...options, ask: async () => '' })).toMatchObject({
      code: 0,
    });
    expect(await install('bash', { ...options, ask: async () => 'yes' })).toMatchObject({
      startFileIs: 'unchanged',
    });
    expect(readFileSync(rc, 'utf8')).toBe(RC);
  });

  it('gets the lines once with --rc or after yes, and loses them with --remove', async () => {
    const options = user();
    const rc = join(options.home, '.zshrc');
    writeFileSync(rc, RC);
    expect(await install('zsh --rc --dry-run', options)).toMatchObject({ startFileIs: 'written' });
    expect(readFileSync(rc, 'utf8')).toBe(RC);
    expect(await install('zsh', { ...options, ask: async () => 'y' })).toMatchObject({
      startFileIs: 'written',
    });
    const added = readFileSync(rc, 'utf8');
    expect(added).toMatch(/^export EDITOR=vi\n# bourse completion: begin\nfpath=\([\s\S]+: end\n$/);
    expect(await install('zsh --rc', options)).toMatchObject({ startFileIs: 'unchanged' });
    expect(readFileSync(rc, 'utf8')).toBe(added);
    const left = await bourse('completion install zsh --remove', options);
    expect(left.stderr).toContain('--rc removes them');
    expect(await install('zsh --remove --rc', options)).toMatchObject({ startFileIs: 'removed' });
    expect(readFileSync(rc, 'utf8')).toBe(`${RC}\n`);
  });

  it.each([
    ['completion install', { SHELL: '' }, 'SHELL is not set'],
    ['completion install', { SHELL: '/bin/tcsh' }, 'bash, zsh and fish, not for'],
    ['completion install zhs', {}, 'Did you mean zsh?'],
  ])('needs a shell that is known: %s %o', async (line, environment, text) => {
    const options = user();
    const { code, stderr } = await bourse(line, {
      ...options,
      environment: { ...options.environment, ...environment },
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining(text)]);
  });
});

describe('candidates', () => {
  function prepared() {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'help'));
    const command = { options: ['--limit', '--env'], values: {}, positionals: ['symbol'] };
    const table = {
      next: { '': ['market'], market: ['klines'] },
      commands: { '': { options: [], values: {}, positionals: [] }, 'market klines': command },
    };
    const page = (heading: string, rows: readonly (readonly string[])[]) => ({
      title: '',
      usage: '',
      blocks: [{ heading, rows }],
      examples: [],
      footer: [],
    });
    const write = (name: string, value: unknown) =>
      writeFileSync(join(folder, 'help', name), JSON.stringify(value));
    write('words.book.json', table);
    write('root.json', {
      '': page('Command groups', [
        ['market', 'Public market data'],
        ['--env name', 'Environment'],
      ]),
    });
    write('market.json', {
      market: page('Commands', [['market klines', 'Candles']]),
      'market klines': page('Options', [['--limit <n>', 'Number of rows']]),
    });
    const home = temporaryFolder();
    return { folder, home, variables: { BOURSE_HOME: home } };
  }

  it('have the descriptions of the help pages', () => {
    const files = prepared();
    expect(describedCandidates(files, [''])).toEqual(['market\tPublic market data']);
    expect(describedCandidates(files, ['market', 'k'])).toEqual(['klines\tCandles']);
    expect(describedCandidates(files, ['market', 'klines', '--'])).toEqual([
      '--limit\tNumber of rows',
      '--env\tEnvironment',
    ]);
  });

  it('include the symbols of cached rules, and nothing without a cache', () => {
    const { home, ...files } = prepared();
    expect(completionCandidates(files, ['market', 'klines', ''])).toEqual([]);
    const rules = join(home, 'cache', 'rules');
    mkdirSync(rules, { recursive: true });
    writeFileSync(join(home, 'cache', 'symbols.txt'), 'BTCUSDT\n');
    for (const [name, symbol] of [
      ['a', 'ETHUSDT'],
      ['b', 'BTCUSDT'],
      ['c', '$(evil)'],
    ])
      writeFileSync(
        join(rules, `${name}.json`),
        JSON.stringify({ origin: '', readAt: 1, rules: { symbol } }),
      );
    expect(completionCandidates(files, ['market', 'klines', ''])).toEqual(['BTCUSDT', 'ETHUSDT']);
    expect(completionCandidates(files, ['market', 'klines', 'e'])).toEqual(['ETHUSDT']);
  });
});
