/** Theses of a file replayed over candles, archive files and the market of the sandbox. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unixMs } from '../../../src/core/words.ts';
import { zipOf } from '../../archive/zip-writer.ts';
import { replay } from '../../paper/replay.ts';
import {
  add,
  adjust,
  at,
  candles,
  funding,
  type Members,
  type Prices,
  START,
  settings,
  symbol,
  thesis,
  trade,
} from '../../paper/scenarios.ts';
import { bourse, fixedClock, temporaryFolder } from '../world.ts';

const provenance = (second: number) => ({
  source: 'test',
  agent: 'a1',
  generated_at: new Date(START + second * 1000).toISOString(),
});
const THESES = [
  add({ requested_margin_usdt: 1000, paper_leverage: 10 }, { provenance: provenance(60) }),
  adjust({ stop_loss_price: 49500 }, { provenance: provenance(60) }),
];
const FALL: Prices = ['50000', '50100', '49400', '49600'];

/** Returns a home, and functions that write a file and run a command there. */
function openHome() {
  const home = temporaryFolder();
  const write = (name: string, content: string | Buffer) => {
    const path = join(home, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  };
  return {
    home,
    write,
    writeRecords: (name: string, records: readonly unknown[]) =>
      write(name, records.map((one) => `${JSON.stringify(one)}\n`).join('')),
    run: (line: string) => bourse(line, { home, clock: fixedClock(unixMs(START + 3_600_000)) }),
  };
}

/** Returns the rows of candles as the archive has them, with times in ms, or in microseconds with unit 1000. */
function archiveRows(records: readonly Members[], unit = 1): string {
  const rows = records.map(
    ({ t, o, h, l, c }) =>
      `${Number(t) * unit},${o},${h},${l},${c},1,${(Number(t) + 60_000) * unit - 1},1,1,1,1,0`,
  );
  return `${rows.join('\n')}\n`;
}

describe('theses with market data of their own', () => {
  it('give the output of the scenario file that holds the same (sections 3 and 19)', async () => {
    const { writeRecords, run } = openHome();
    const data = [symbol(), ...candles(4, { 3: FALL }), funding(at(2), '0.0001', null)];
    const theses = writeRecords('theses.ndjson', THESES);
    const file = writeRecords('candles.ndjson', data);
    const { code, stdout, stderr } = await run(`thesis replay ${theses} --from ${file} -o json`);
    expect([code, stderr]).toEqual([0, '']);
    const timed = THESES.map((one) => thesis(at(1), one));
    expect(stdout).toBe(`${replay([settings(4), ...data, ...timed]).text}\n`);
    const later = await run(
      `thesis replay ${theses} --from ${file} --start ${START + 60_000} --cash 500 --set slippage_bps=0 -o json`,
    );
    expect(JSON.parse(later.stdout)).toMatchObject({
      settings: { start: START + 60_000, end: at(4), cash: '500', slippage_bps: '0' },
      entries: [{}, { reason: 'insufficient_cash' }, { reason: 'position_unknown' }],
    });
  });

  it('read zip files with microseconds and a checksum, and trades that decide inside a candle', async () => {
    const { write, writeRecords, run } = openHome();
    const rows = archiveRows(candles(4, { 3: FALL }), 1000);
    const folder = 'data/futures/um/daily';
    const zip = zipOf('BTCUSDT-1m-2026-01-01.csv', rows);
    const path = write(`${folder}/klines/BTCUSDT/1m/BTCUSDT-1m-2026-01-01.zip`, zip);
    const prices = ['50000', '50100', '49400', '49600'];
    const trades = prices.map((price, index) => `${index + 1},${price},1,${at(3, index * 10)},1,true`);
    write(
      `${folder}/aggTrades/BTCUSDT/BTCUSDT-aggTrades-2026-01-01.csv`,
      `agg_trade_id,price,quantity,first_trade_id,last_trade_id,transact_time,is_buyer_maker\n${trades
        .map((row, index) => row.replace(`,1,${at(3, index * 10)}`, `,1,1,1,${at(3, index * 10)}`))
        .map((row) => row.replace(/,1,true$/, ',true'))
        .join('\n')}\n`,
    );
    write(
      'data/futures/um/monthly/fundingRate/BTCUSDT/BTCUSDT-fundingRate-2026-01.csv',
      `${at(2)},8,0.0001\n`,
    );
    write('data/spot/daily/klines/BTCUSDT/1m/BTCUSDT-1m-2026-01-01.csv', 'of another market\n');
    const theses = writeRecords('theses.ndjson', THESES);
    const symbols = writeRecords('symbols.ndjson', [symbol()]);
    const line = `thesis replay ${theses} ${join(path, '../../../../../..')} --from archive --symbols ${symbols} -o json`;
    const { code, stdout, stderr } = await run(line);
    expect([code, stderr]).toEqual([0, '']);
    const own = replay([
      settings(4),
      symbol(),
      ...candles(4, { 3: FALL }),
      ...prices.map((price, index) => trade(at(3, index * 10), price)),
      funding(at(2), '0.0001', null),
      ...THESES.map((one) => thesis(at(1), one)),
    ]);
    expect(stdout).toBe(`${own.text}\n`);
    expect(own.text).toContain('"price_source":"trade"');
    write(`${folder}/klines/BTCUSDT/1m/BTCUSDT-1m-2026-01-01.zip.CHECKSUM`, `${'0'.repeat(64)}  a.zip\n`);
    const refused = await run(line);
    expect([refused.code, JSON.parse(refused.stderr).error.name]).toEqual([2, 'checksum_mismatch']);
    const accepted = await run(`${line} --accept-mismatch`);
    expect([accepted.code, accepted.stdout]).toEqual([0, stdout]);
    expect(accepted.stderr).toContain('0'.repeat(64));
  });

  it('read the lake as they read the files that it imported, now or at a snapshot', async () => {
    const { write, writeRecords, run } = openHome();
    const prices = ['50000', '50100', '49400', '49600'];
    const folder = 'data/futures/um/daily';
    const all = candles(5, { 3: FALL });
    write(`${folder}/klines/BTCUSDT/1m/BTCUSDT-1m-2026-01-01.csv`, archiveRows(all.slice(0, 4)));
    write(
      `${folder}/trades/BTCUSDT/BTCUSDT-trades-2026-01-01.csv`,
      prices.map((price, index) => `${index + 1},${price},1,1,${at(3, index * 10)},true\n`).join(''),
    );
    const data = write(
      'data/futures/um/monthly/fundingRate/BTCUSDT/BTCUSDT-fundingRate-2026-01.csv',
      `${at(2)},8,0.0001\n`,
    ).replace(/data\/.*/, 'data');
    expect(await run(`lake import ${data}`)).toMatchObject({ code: 0 });
    const snapshot = JSON.parse((await run('lake snapshot create -o json')).stdout).id as string;
    const files = [writeRecords('t.ndjson', THESES), writeRecords('s.ndjson', [symbol()])];
    const line = `thesis replay ${files[0]} --from lake --symbols ${files[1]} --start ${START} -o json`;
    const now = await run(line);
    expect([now.code, now.stderr]).toEqual([0, '']);
    const own = replay([
      settings(4),
      symbol(),
      ...all.slice(0, 4),
      ...prices.map((price, index) => trade(at(3, index * 10), price)),
      funding(at(2), '0.0001', null),
      ...THESES.map((one) => thesis(at(1), one)),
    ]);
    expect(now.stdout).toBe(`${own.text}\n`);
    const later = write(
      'later/futures/um/daily/klines/BTCUSDT/1m/BTCUSDT-1m-2026-01-01.csv',
      archiveRows(all),
    );
    await run(`lake import ${later}`);
    expect(JSON.parse((await run(line)).stdout)).toMatchObject({ settings: { end: at(5) } });
    expect((await run(`${line} --at ${snapshot}`)).stdout).toBe(now.stdout);
  });

  it('say which candles the lake lacks', async () => {
    const { write, writeRecords, run } = openHome();
    const all = candles(5, {});
    const path = 'data/futures/um/daily/klines/BTCUSDT/1m/BTCUSDT-1m-2026-01-01.csv';
    const line = `thesis replay ${writeRecords('t.ndjson', THESES)} --from lake --symbols ${writeRecords('s.ndjson', [symbol()])}`;
    const empty = await run(`${line} -o json`);
    expect(empty.code).toBe(2);
    expect(empty.stderr).toContain('There is no lake at');
    expect(empty.stderr).toContain('Expected market data in the lake, found none');
    await run(`lake import ${write(path, archiveRows([...all.slice(0, 2), ...all.slice(3)]))}`);
    const { code, stdout, stderr } = await run(`${line} --start ${START} --end ${at(6)} -o json`);
    expect(code).toBe(0);
    expect(stderr).toContain(
      'The lake lacks 2 candles 1m of BTCUSDT, the first at 2026-01-01 00:02:00Z: absent-in-file.',
    );
    expect(JSON.parse(stdout)).toMatchObject({ metrics: { paper: { unseen_minutes: 2 } } });
    const spot = await run(`${line} --on spot -o json`);
    expect([spot.code, spot.stderr]).toEqual([
      2,
      expect.stringContaining('The lake has no candles 1m of BTCUSDT'),
    ]);
  });

  it('name file and row of an archive row with prices that no candle has', async () => {
    const { write, writeRecords, run } = openHome();
    const path = write('BTCUSDT-1m-2026-01-01.csv', archiveRows(candles(2, { 1: ['1', '1', '2', '1'] })));
    const files = [writeRecords('t.ndjson', THESES), writeRecords('s.ndjson', [symbol()])];
    const { code, stderr } = await run(
      `thesis replay ${files[0]} ${path} --from archive --symbols ${files[1]}`,
    );
    expect(code).toBe(2);
    expect(stderr).toContain('Row 2 of BTCUSDT-1m-2026-01-01.csv must have a low not above');
  });

  it('replay over the market of the sandbox, whatever the environment is', async () => {
    const { writeRecords, run } = openHome();
    const theses = writeRecords('theses.ndjson', [
      add({ requested_margin_usdt: 1000, paper_leverage: 2 }, { provenance: provenance(60) }),
    ]);
    const { code, stdout, stderr } = await run(
      `thesis replay ${theses} --from sandbox --end ${at(10)} -o json`,
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({
      settings: { start: at(1), end: at(10) },
      entries: [{}, { executions: [{ effect: 'open', price_source: '1m' }] }],
      metrics: { paper: { unseen_minutes: 0 } },
    });
  });

  it('are scored by agent', async () => {
    const { writeRecords, run } = openHome();
    const theses = writeRecords('theses.ndjson', THESES);
    const file = writeRecords('candles.ndjson', [symbol(), ...candles(4, { 3: FALL })]);
    const { stdout } = await run(`thesis score ${theses} --from ${file} --by agent -o json`);
    expect(JSON.parse(stdout)).toMatchObject({
      a1: { positions_closed: 1, applied: 2, net: '-119.3104699' },
    });
  });

  it.each([
    ['', 'Expected --scenario, or a file of theses and --from'],
    ['THESES', 'Expected --scenario, or a file of theses and --from'],
    ['THESES --scenario CANDLES', 'found a file of theses too'],
    ['--scenario CANDLES --from CANDLES', 'found --from too'],
    ['THESES --from archive', 'Expected a folder or a file after --from archive'],
    ['THESES FOLDER --from CANDLES', 'A folder belongs to --from archive'],
    ['THESES --from CANDLES --start soon', 'Expected a time for --start'],
    ['THESES --from CANDLES --start 2026-01-01T00:00:30Z', 'Expected for the setting start a whole minute'],
    ['THESES --from CANDLES --start 2026-01-01T00:02:00Z', 'expected a time at or after start'],
    ['THESES --from CANDLES --set pace=1', 'Expected for the setting pace'],
    ['THESES --from CANDLES --at 1234', '--at belongs to --from lake'],
    ['THESES --from NOTHING', 'Expected market data in'],
    ['UNDATED --from CANDLES', 'expected a time with a zone'],
  ])('are refused with exit code 2: %s', async (line, message) => {
    const { writeRecords, run } = openHome();
    const paths: Record<string, string> = {
      THESES: writeRecords('theses.ndjson', THESES),
      UNDATED: writeRecords('undated.ndjson', [add({ requested_margin_usdt: 1 })]),
      CANDLES: writeRecords('candles.ndjson', [symbol(), ...candles(4)]),
      NOTHING: writeRecords('nothing.ndjson', [symbol()]),
      FOLDER: 'data',
    };
    const words = line.replace(/[A-Z]{6,}/g, (word) => paths[word] ?? word);
    const { code, stderr } = await run(`thesis replay ${words}`);
    expect([code, stderr.replaceAll('\n', ' ')]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('thesis replay --report', () => {
  it('writes a page beside the output, or says why it cannot', async () => {
    const { writeRecords, run, home } = openHome();
    const theses = writeRecords('theses.ndjson', THESES);
    const file = writeRecords('candles.ndjson', [symbol(), ...candles(4, { 3: FALL })]);
    const line = `thesis replay ${theses} --from ${file} -o json`;
    const report = join(home, 'out.html');
    const { code, stdout, stderr } = await run(`${line} --report ${report}`);
    expect([code, stdout]).toEqual([0, (await run(line)).stdout]);
    expect(stderr).toContain(`Report: ${report}`);
    const page = readFileSync(report, 'utf8');
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).toContain(JSON.parse(stdout).head.hash);
    const refused = await run(`${line} --report ${join(home, 'none', 'out.html')}`);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('The report cannot be written');
  });
});

describe('thesis replay --check-look-ahead', () => {
  it('replays without the data after each cut, and names none that changes an entry', async () => {
    const { writeRecords, run } = openHome();
    const theses = writeRecords('theses.ndjson', THESES);
    const file = writeRecords('candles.ndjson', [symbol(), ...candles(6, { 3: FALL })]);
    const all = await run(`thesis replay ${theses} --from ${file} --check-look-ahead -o json`);
    expect([all.code, JSON.parse(all.stdout)]).toEqual([
      0,
      { schema: 'bourse.paper.look-ahead.v1', cuts: 5, entries: 4, first_difference: null },
    ]);
    const two = await run(`thesis replay ${theses} --from ${file} --check-look-ahead 2 -o table`);
    expect(two.stdout).toContain('2 cuts, 4 entries: what came before a cut never changed');
    expect((await run(`thesis replay ${theses} --from ${file} --check-look-ahead 0`)).code).toBe(2);
  });
});
