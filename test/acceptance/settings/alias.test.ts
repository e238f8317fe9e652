/** `bourse alias`: names for command lines, and what they may not stand for. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { completionCandidates, preparedHelp } from '../../../src/cli/prepared.ts';
import { bourse, temporaryFolder } from '../world.ts';

function homeWith(aliases: Record<string, string>): string {
  const home = temporaryFolder();
  mkdirSync(join(home, 'config'), { mode: 0o700 });
  const file = join(home, 'config', 'config.json');
  writeFileSync(file, JSON.stringify({ schemaVersion: 1, settings: {}, aliases }), { mode: 0o600 });
  return home;
}

const DRY = ['--env', 'sandbox', '--dry-run'];

describe('an alias', () => {
  it('is set, listed, shown and removed', async () => {
    const home = temporaryFolder();
    const set = await bourse(['alias', 'set', 'lp', 'bourse market ticker price'], { home });
    expect([set.code, JSON.parse(set.stdout)]).toEqual([0, { name: 'lp', line: 'market ticker price' }]);
    expect(JSON.parse((await bourse('alias list', { home })).stdout)).toHaveLength(1);
    expect((await bourse('alias get lp -o csv', { home })).stdout).toContain('lp,market ticker price');
    const unknown = await bourse('alias get pl', { home });
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('Did you mean lp?')]);
    expect((await bourse('alias remove lp', { home })).code).toBe(0);
    expect((await bourse('lp BTCUSDT', { home })).code).toBe(2);
  });

  it('runs its line with the rest appended, after options before it; --dry-run shows the whole line', async () => {
    const home = homeWith({ order: 'trade order place --type LIMIT --time-in-force GTC' });
    const words = [
      '--env',
      'sandbox',
      'order',
      'BTCUSDT',
      '--side',
      'BUY',
      '--quantity',
      '1',
      '--price',
      '60000',
      '--dry-run',
    ];
    const { code, stdout, stderr } = await bourse([...words, '-o', 'json'], { home });
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining(
        'order = --env sandbox trade order place --type LIMIT --time-in-force GTC BTCUSDT --side BUY',
      ),
    ]);
    expect(stdout).toContain('timeInForce=GTC');
  });

  it('is named in errors with the line that it ran', async () => {
    const home = homeWith({ lp: 'market ticker price' });
    for (const words of [
      ['lp', '--sybmol', 'X'],
      ['lp', 'A B', ...DRY.slice(0, 2)],
    ]) {
      const { code, stderr } = await bourse(words, { home });
      expect([code, stderr]).toEqual([2, expect.stringContaining('The alias ran: lp = market ticker price')]);
    }
  });

  it('is suggested for a mistyped one', async () => {
    const home = homeWith({ prices: 'market time', lastprice: 'market ticker price' });
    const { stderr } = await bourse('lastprcie BTCUSDT', { home });
    expect(stderr).toContain('Did you mean lastprice?');
  });

  it.each([
    ['market', 'trade order list', 'would hide the command'],
    ['cancel', 'trade order list', 'would hide the command'],
    ['help', 'market time', 'would hide the command'],
    ['Big Name', 'market time', 'lowercase letters'],
    ['again', 'again BTCUSDT', 'never leads to another alias'],
    ['now', 'exit', 'must begin with a command'],
    ['now', 'trade buy BTCUSDT 1 --yes', 'must not contain --yes'],
    ['now', 'trade buy BTCUSDT 1 --Yes', 'must not contain --yes'],
    ['now', 'trade buy BTCUSDT 1 -qy', 'must not contain --yes'],
    ['now', 'trade buy BTCUSDT 1 --despite-unresolved', 'must not contain --despite-unresolved'],
    ['open', "market time 'x", 'cannot be split'],
    ['tick', 'market tikcer', 'Did you mean ticker?'],
    ['empty', '   ', 'stands for nothing'],
    ['key', `market time ${'aB3'.repeat(22)}`, 'looks like a key'],
  ])('is refused: %s = %s', async (name, line, text) => {
    const home = temporaryFolder();
    const { code, stderr } = await bourse(['alias', 'set', name, line], { home });
    expect([code, stderr]).toEqual([2, expect.stringContaining(text)]);
    expect(JSON.parse((await bourse('alias list', { home })).stdout)).toEqual([]);
  });

  it('that was written into the file by hand is checked where it is used', async () => {
    const home = homeWith({ now: 'trade buy BTCUSDT 1 --yes', a: 'b', b: 'a', market: 'trade order list' });
    expect((await bourse('now', { home })).stderr).toContain('must not contain --yes');
    expect((await bourse('a', { home })).stderr).toContain('never leads to another alias');
    const { stdout } = await bourse('market --help', { home });
    expect(stdout).not.toContain('order list');
  });

  it('works in batch and shell', async () => {
    const home = homeWith({ where: 'config path' });
    const batch = await bourse('batch -', { home, stdin: 'where\n' });
    expect([batch.code, JSON.parse(batch.stdout).command]).toEqual([0, 'where']);
    const shell = await bourse('shell', { home, stdin: 'where nonsense\n' });
    expect(shell.stderr).toContain('The alias ran: where = config path nonsense');
  });
});

describe('completion and help', () => {
  /** Returns the files of a small build, and a home with aliases. */
  function prepared(aliases: Record<string, string>) {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'help'));
    const command = { options: ['--limit'], values: {}, positionals: [['5m', '1h']] };
    const table = {
      next: { '': ['market'], market: ['klines'] },
      commands: { '': { options: [], values: {}, positionals: [] }, 'market klines': command },
    };
    writeFileSync(join(folder, 'help', 'words.book.json'), JSON.stringify(table));
    const page = { title: 'Candles', usage: 'bourse market klines', blocks: [], examples: [], footer: [] };
    writeFileSync(join(folder, 'help', 'market.json'), JSON.stringify({ 'market klines': page }));
    return { folder, variables: { BOURSE_HOME: homeWith(aliases) } };
  }

  it('offer aliases, and what follows the line of an alias', () => {
    const files = prepared({ candles1: 'market klines', 'bad name': 'market klines' });
    expect(completionCandidates(files, [''])).toEqual(['market', 'candles1']);
    expect(completionCandidates(files, ['candles1', '--'])).toEqual(['--limit']);
    expect(completionCandidates(files, ['candles1', '1'])).toEqual(['1h']);
    expect(preparedHelp(files, ['candles1'], undefined, 80)).toContain('Candles');
  });

  it('end for aliases that lead to each other', () => {
    const files = prepared({ a: 'b', b: 'a' });
    expect(completionCandidates(files, ['a', ''])).toEqual([]);
    expect(preparedHelp(files, ['a'], undefined, 80)).toBeUndefined();
  });
});
