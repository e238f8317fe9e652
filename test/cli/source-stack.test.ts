import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { mapsBeside, sourceOfError, sourceStack } from '../../src/cli/source-stack.ts';

const BIN = fileURLToPath(new URL('../../bin/bourse.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'bourse-stack-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** One pack whose first column came from src/a.ts line 7, where the sources call `open`. */
const MAP = JSON.stringify({ version: 3, sources: ['src/a.ts'], names: ['open'], mappings: 'AAMIA' });

function errorAt(...frames: readonly string[]): Error {
  const error = new TypeError('no such field');
  error.stack = ['TypeError: no such field', ...frames.map((frame) => `    at ${frame}`)].join('\n');
  return error;
}

describe('the stack of an error', () => {
  it('names a function as its caller does, and the file and line of the sources', () => {
    const error = errorAt('x (market.pack:1:1)', 'async y (market.pack:1:1)', 'node:internal/process:95:5');
    expect(sourceStack(error, () => MAP)).toBe(
      [
        'TypeError: no such field',
        '    at open (src/a.ts:7:5)',
        '    at async src/a.ts:7:5',
        '    at node:internal/process:95:5',
      ].join('\n'),
    );
    expect(sourceOfError(error, () => MAP)).toBe('open (src/a.ts:7:5)');
  });

  it.each([
    ['missing', undefined],
    ['damaged', '{"version":3,'],
  ])('stays as it is where a map is %s', (_, map) => {
    const error = errorAt('x (market.pack:1:1)');
    expect(sourceStack(error, () => map)).toBe(error.stack);
    expect(sourceOfError(error, () => map)).toBeUndefined();
  });

  it('reads no map of a frame outside the program', () => {
    const read: string[] = [];
    const error = errorAt(
      'x (/home/me/other.pack:1:1)',
      'y (../escape.pack:1:1)',
      'z (/home/me/tool.js:1:1)',
    );
    sourceStack(error, (pack) => {
      read.push(pack);
      return undefined;
    });
    expect(read).toEqual([]);
  });
});

describe.runIf(existsSync(join(BIN, '../../dist/program.pack.map')))(
  'an unforeseen error of the program',
  () => {
    /** Breaks a built-in function that tables use, so that an error arises inside the packed program. */
    const preload = join(folder, 'break.cjs');
    writeFileSync(preload, 'Date.prototype.toISOString = () => { throw new TypeError("broken clock") };\n');

    const run = (...words: readonly string[]) =>
      spawnSync(
        process.execPath,
        [
          '--require',
          preload,
          BIN,
          'market',
          'klines',
          'BTCUSDT',
          '1h',
          '--limit',
          '2',
          '-o',
          'table',
          ...words,
        ],
        { encoding: 'utf8', env: { PATH: process.env['PATH'], BOURSE_HOME: folder, BOURSE_ENV: 'sandbox' } },
      );

    it('prints functions, files and lines of the sources with --debug', () => {
      const { status, stderr } = run('--debug');
      expect(status).toBe(70);
      expect(stderr).toMatch(/^ {4}at \w+ \(src\/core\/time\.ts:\d+:\d+\)$/m);
      expect(stderr).not.toMatch(/\.pack:\d/);
    });

    it('finds the maps through a link to the bin file', () => {
      const link = join(folder, 'bourse');
      execFileSync('ln', ['-s', BIN, link]);
      expect(mapsBeside(link)('program.pack')).toContain('"mappings"');
    });
  },
);

/** Whether the program is built; the tests below run it. */
const isBuilt = existsSync(join(BIN, '../../dist/program.pack.map'));

describe.runIf(isBuilt)('a failed connection of the built program', () => {
  /** Writes the name of each source map that is read to stderr. */
  const preload = join(folder, 'report-maps.cjs');
  writeFileSync(
    preload,
    `const fs = require('node:fs');
const { readFileSync } = fs;
fs.readFileSync = (file, ...rest) => {
  if (String(file).endsWith('.map')) process.stderr.write('read ' + file + '\\n');
  return readFileSync(file, ...rest);
};
`,
  );
  const run = (...words: readonly string[]) =>
    spawnSync(
      process.execPath,
      ['--require', preload, BIN, 'market', 'time', '--host', 'spot=http://127.0.0.1:1', ...words],
      { encoding: 'utf8', env: { PATH: process.env['PATH'], BOURSE_HOME: folder } },
    );

  it('prints frames of existing lines of the sources with --debug, not of minified files', () => {
    const { status, stderr } = run('--debug');
    expect(status).toBe(5);
    const root = join(BIN, '../..');
    const frames = [...stderr.matchAll(/^ {4}at .*?\(?(src\/[\w./-]+):(\d+):\d+\)?$/gm)];
    expect(frames.length).toBeGreaterThan(0);
    for (const [, file = '', line] of frames)
      expect(readFileSync(join(root, file), 'utf8').split('\n').length).toBeGreaterThanOrEqual(Number(line));
    expect(stderr).not.toMatch(/^ {4}at .*(\.pack:\d|dist\/)/m);
    expect(stderr.match(/^read .*\.map$/gm)?.length).toBeGreaterThan(0);
  });

  it('reads no source map without --debug', () => {
    const { status, stderr } = run();
    expect(status).toBe(5);
    expect(stderr).not.toContain('.map');
  });
});
