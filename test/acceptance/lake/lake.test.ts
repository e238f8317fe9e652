import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from '../../archive/zip-writer.ts';
import { candle, DAILY, DAY, MONTHLY, sha256, TRADES, trade } from '../../lake/lake-files.ts';
import { json } from '../outcomes.ts';
import { bourse, temporaryFolder } from '../world.ts';

const BOURSE = fileURLToPath(new URL('../../../bin/bourse.js', import.meta.url));
const NOW = Date.UTC(2025, 5, 1) as never;

interface Imported {
  readonly file: string;
  readonly outcome: string;
  readonly rows: number;
  readonly why: string;
}

interface Verified {
  readonly valid: boolean;
  readonly rows: number;
  readonly faults: readonly { readonly fault: string; readonly where: string }[];
}

function write(home: string, path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), content);
}

function partsBelow(home: string): readonly string[] {
  return readdirSync(join(home, 'state/lake'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.parquet'))
    .map((name) => join(home, 'state/lake', name));
}

/** Runs the real program; resolves with exit code and stdout. */
function start(home: string, words: string) {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [BOURSE, ...words.split(' ')], {
    cwd: home,
    env: { PATH, BOURSE_HOME: home, BOURSE_ENV: 'sandbox' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  const ended = new Promise<{ code: number | null; stdout: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, stdout }));
  });
  return { child, ended };
}

describe('a lake', () => {
  it('is imported from a folder, shown with its holes, and checked; a flipped byte is found', async () => {
    const home = temporaryFolder();
    const zip = zipOf('BTCUSDT-1m-2025-01.csv', `${candle(0)}\n${candle(2)}\n`);
    write(home, MONTHLY.replace('.csv', '.zip'), zip);
    write(home, MONTHLY.replace('.csv', '.zip.CHECKSUM'), `${sha256(zip)}  BTCUSDT-1m-2025-01.zip\n`);
    write(home, TRADES, `${trade(1, 0)}\n`);
    write(home, 'data/note.csv', 'a,b\n');
    const options = { home, now: NOW };
    const imported = await bourse('lake import data', options);
    expect(imported.code).toBe(8);
    expect(
      (JSON.parse(imported.stdout) as readonly Imported[]).map(({ file, outcome, rows }) => [
        file,
        outcome,
        rows,
      ]),
    ).toEqual([
      ['data/note.csv', 'refused', 0],
      ['BTCUSDT-trades-2025-01-01.csv', 'imported', 1],
      ['BTCUSDT-1m-2025-01.zip', 'imported', 2],
    ]);
    const series = json<readonly object[]>(await bourse('lake status', options));
    expect(series).toMatchObject([
      { table: 'candles', product: 'spot', symbol: 'BTCUSDT', interval: '1m', rows: 2, parts: 1, holes: 2 },
      { table: 'trades', rows: 1, holes: 0 },
    ]);
    const gaps = await bourse('lake status --gaps', options);
    expect(json(gaps)).toMatchObject([
      { from: DAY + 60_000, to: DAY + 120_000, missing: 1, why: 'absent in BTCUSDT-1m-2025-01.zip' },
      { from: DAY + 180_000, missing: 31 * 1440 - 3, cause: 'absent-in-file' },
    ]);
    expect(json(await bourse('lake verify --deep', options))).toEqual({
      valid: true,
      parts: 2,
      rows: 3,
      faults: [],
    });
    const [part] = partsBelow(home);
    const bytes = readFileSync(part!);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(part!, bytes);
    expect((await bourse('lake verify --quick', options)).code).toBe(0);
    const damaged = await bourse('lake verify', options);
    expect(damaged.code).toBe(10);
    expect((JSON.parse(damaged.stdout) as Verified).faults[0]!.fault).toContain('expected the SHA-256');
  });

  it('is not made by commands that only read it', async () => {
    const home = temporaryFolder();
    expect(await bourse('lake status', { home })).toMatchObject({ code: 0, stdout: '[]\n' });
    const { stdout, stderr } = await bourse('lake verify', { home });
    expect(JSON.parse(stdout)).toMatchObject({ valid: true, parts: 0 });
    expect(stderr).toContain('There is no lake at');
    expect(existsSync(join(home, 'state/lake'))).toBe(false);
  });

  it('is where BOURSE_LAKE says', async () => {
    const home = temporaryFolder();
    write(home, DAILY, `${candle(0)}\n`);
    const options = { home, now: NOW, environment: { BOURSE_LAKE: 'own' } };
    expect((await bourse('lake import data', options)).code).toBe(0);
    expect(existsSync(join(home, 'own/ledger.sqlite'))).toBe(true);
    symlinkSync(join(home, 'own'), join(home, 'link'));
    const linked = await bourse('lake import data', { ...options, environment: { BOURSE_LAKE: 'link' } });
    expect([linked.code, linked.stderr]).toEqual([
      10,
      expect.stringContaining('Set BOURSE_LAKE to the real'),
    ]);
  });

  it('takes csv files by any name if product, kind and symbol are given', async () => {
    const home = temporaryFolder();
    write(home, 'x.csv', `${candle(0)}\n`);
    const options = { home, now: NOW };
    const refused = await bourse('lake import x.csv', options);
    expect(refused.code).toBe(1);
    expect((JSON.parse(refused.stdout) as readonly Imported[])[0]!.why).toContain(
      'Expected a file named as in the archive',
    );
    const named = '--dataset klines --symbol ethusdt --interval 1m --product usdm';
    expect((await bourse(`lake import x.csv ${named}`, options)).code).toBe(0);
    expect(json(await bourse('lake status', options))).toMatchObject([
      { product: 'usdm', symbol: 'ETHUSDT' },
    ]);
    expect((await bourse('lake import x.csv --dataset klines --symbol A --interval 1x', options)).code).toBe(
      1,
    );
  });

  it('keeps the messages of a recording, and the trades and complete candles in them', async () => {
    const home = temporaryFolder();
    const events = [
      { e: 'trade', s: 'BTCUSDT', t: 9, p: '100.10', q: '2', T: DAY + 5, m: true, M: true },
      { e: 'aggTrade', s: 'BTCUSDT', a: 4, p: '100.1', q: '2', f: 9, l: 9, T: DAY + 5, m: true, M: true },
      ...[false, true].map((x) => ({
        e: 'kline',
        s: 'BTCUSDT',
        k: {
          t: DAY,
          T: DAY + 59_999,
          i: '1m',
          o: '1',
          c: '2',
          h: '3',
          l: '1',
          v: '4',
          n: 5,
          x,
          q: '6',
          V: '2',
          Q: '3',
        },
      })),
      { e: 'depthUpdate', s: 'BTCUSDT', note: 'says "so",\rand more' },
    ];
    const text = events.map(
      (event, n) => `{"at":${DAY + n},"message":${JSON.stringify({ stream: 's', data: event })}}\n`,
    );
    write(home, 'r/x.ndjson.gz', gzipSync(text.join('')));
    const files = [{ file: 'x.ndjson.gz', from: DAY, to: DAY + 4, messages: 5 }];
    const manifest = { version: 1, product: 'spot', isCombined: true, streams: ['s'], files };
    write(home, 'r/x.manifest.json', JSON.stringify(manifest));
    const options = { home, now: NOW };
    const imported = await bourse('lake import r', options);
    expect(json(imported)).toMatchObject([{ file: 'x.ndjson.gz', outcome: 'imported', rows: 8, parts: 4 }]);
    const series = json<readonly { table: string; rows: number }[]>(await bourse('lake status', options));
    expect(series.map(({ table, rows }) => [table, rows])).toEqual([
      ['aggTrades', 1],
      ['candles', 1],
      ['messages', 5],
      ['trades', 1],
    ]);
    write(home, TRADES, `${trade(9, 0, '100.1', '2').replace(String(DAY), String(DAY + 5))}\n`);
    expect(json(await bourse(['lake', 'import', TRADES], options))).toMatchObject([{ rows: 0, repeated: 1 }]);
    expect(json(await bourse('lake verify', options))).toMatchObject({ valid: true, rows: 8 });
    write(home, 'r/x.manifest.json', JSON.stringify({ ...manifest, files: [{ ...files[0], messages: 6 }] }));
    write(
      home,
      'r/x.ndjson.gz',
      gzipSync(gunzipSync(readFileSync(join(home, 'r/x.ndjson.gz'))), { level: 1 }),
    );
    expect((await bourse('lake import r', options)).code).toBe(10);
    expect(json(await bourse('lake verify', options))).toMatchObject({ valid: true, rows: 8 });
  });
});

describe('the program', () => {
  const home = { path: '' };
  const days = Array.from({ length: 12 }, (_, day) => day + 1);

  beforeAll(() => {
    expect(existsSync(BOURSE)).toBe(true);
  });

  it('imports the same files from two processes at once, one of which is killed, without a row lost or doubled', async () => {
    home.path = temporaryFolder();
    for (const day of days) {
      const lines = Array.from({ length: 300 }, (_, minute) => candle((day - 1) * 1440 + minute));
      write(
        home.path,
        `data/spot/BTCUSDT-1m-2025-01-${String(day).padStart(2, '0')}.csv`,
        `${lines.join('\n')}\n`,
      );
    }
    const killed = start(home.path, 'lake import data');
    const other = start(home.path, 'lake import data');
    setTimeout(() => killed.child.kill('SIGKILL'), 900);
    const [, { code }] = await Promise.all([killed.ended, other.ended]);
    expect(code).toBe(0);
    expect((await start(home.path, 'lake import data').ended).code).toBe(0);
    const verified = await start(home.path, 'lake verify').ended;
    expect(JSON.parse(verified.stdout)).toMatchObject({ valid: true, rows: days.length * 300, faults: [] });
    const left = readdirSync(join(home.path, 'state/lake')).filter((name) => name.endsWith('.tmp'));
    expect(left).toEqual([]);
  });
});
