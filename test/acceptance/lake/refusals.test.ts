/** Lakes that a newer program wrote, and symbols that would be other folders, are refused by every command of the group. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lake } from '../../../src/commands/lake/verbs.ts';
import { prepareExample } from '../../commands/example-state.ts';
import { candle, testLake } from '../../lake/lake-files.ts';
import { shellWords } from '../outcomes.ts';
import { bourse, temporaryFolder } from '../world.ts';

const EXAMPLES = lake.verbs.map(({ words, examples }) => [words.join(' '), examples[0]!] as const);

describe('a lake of a newer version', () => {
  it.each(EXAMPLES)('is left alone by lake %s', async (_, example) => {
    const { words, options } = await prepareExample(shellWords(example.replace(/ > .*$/, '')));
    const folder = join(temporaryFolder(), 'newer');
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(join(folder, 'LAKE.json'), '{"format":2}', { mode: 0o600 });
    const environment = { ...options.environment, BOURSE_LAKE: folder };
    const { code, stderr } = await bourse([...words], { ...options, environment });
    expect([code, stderr]).toEqual([10, expect.stringContaining('has the format 2 by its LAKE.json')]);
    expect(stderr).toContain('A newer bourse has written it: update this one.');
    expect(readdirSync(folder)).toEqual(['LAKE.json']);
  });

  it('is refused by the version of its ledger too', async () => {
    const { home } = await testLake();
    const { openDatabase } = await import('../../../src/store/sqlite.ts');
    const database = await openDatabase(join(home.folder, 'ledger.sqlite'));
    database.exec('PRAGMA user_version = 99');
    database.close();
    const { code, stderr } = await bourse('lake status', {
      home: temporaryFolder(),
      environment: { BOURSE_LAKE: home.folder },
    });
    expect([code, stderr]).toEqual([10, expect.stringContaining('has version 99, and this program knows')]);
  });
});

describe('a symbol that would be another folder', () => {
  const lines = lake.verbs.flatMap(({ words, positionals = [], options = [] }) => {
    const given = positionals.map(({ name, values }) =>
      name === 'symbols' || name === 'symbol'
        ? '../../x'
        : (values?.[0] ?? (name === 'path' ? 'x.csv' : '1m')),
    );
    const hasSymbol = given.includes('../../x');
    const option = options.some(({ name }) => name === 'symbol') ? ['--symbol', '../../x'] : [];
    if (!hasSymbol && option.length === 0) return [];
    const more = options.flatMap(({ name }) => {
      if (name === 'dataset') return ['--dataset', 'klines'];
      if (name === 'interval') return ['--interval', '1m'];
      if (name === 'from') return ['--from', '2025-01-01'];
      return name === 'yes' ? ['--yes'] : [];
    });
    return [[words.join(' '), ['lake', ...words, ...given, ...option, ...more]] as const];
  });

  it('is given to at least five commands here', () => {
    expect(lines.map(([words]) => words)).toEqual(
      expect.arrayContaining(['import', 'sync', 'export', 'compact', 'drop']),
    );
  });

  it.each(lines)('is refused by lake %s', async (_, words) => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'x.csv'), `${candle(0)}\n`);
    const { code, stdout, stderr } = await bourse([...words], { home });
    expect([1, 2]).toContain(code);
    expect(`${stdout}${stderr}`).toMatch(
      /Expected (?:a symbol|symbols) such as BTCUSDT.*found.*\.\.\/\.\.\/x/is,
    );
    const left = readdirSync(home, { recursive: true, encoding: 'utf8' });
    expect(left.filter((name) => name.endsWith('.parquet'))).toEqual([]);
  });
});
