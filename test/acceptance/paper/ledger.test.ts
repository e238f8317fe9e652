/** The paper ledger as a person and as a program use it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { add, candles, close, START, settings, symbol, thesis } from '../../paper/scenarios.ts';
import { bourse, fixedClock, temporaryFolder, type WorldOptions } from '../world.ts';

/** Returns a home with a ledger, and a function that runs a command there. */
async function openLedger(line = 'paper open', options: WorldOptions = {}) {
  const home = temporaryFolder();
  const clock = fixedClock();
  const run = (words: string | readonly string[], more: WorldOptions = {}) =>
    bourse(words, { home, clock, ...options, ...more });
  const opened = await run(line);
  expect([opened.code, opened.stderr]).toEqual([0, '']);
  const write = (name: string, records: readonly unknown[]) => {
    const path = join(home, name);
    writeFileSync(path, records.map((one) => `${JSON.stringify(one)}\n`).join(''));
    return path;
  };
  return { run, home, clock, write };
}

const stripped = (text: string) => text.replaceAll(/\u001b\[\d+m/g, '');

describe('a paper ledger', () => {
  it('opens a position at the prices of the sandbox, and shows its entries', async () => {
    const { run, write, clock } = await openLedger('paper open --env sandbox');
    const file = write('add.json', [add({ requested_margin_usdt: 100, paper_leverage: 5 })]);
    const applied = await run(`paper apply ${file} --env sandbox -o ndjson`);
    expect([applied.code, applied.stderr]).toEqual([0, '']);
    const entries = applied.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries).toMatchObject([
      { seq: 2, status: 'applied', executions: [{ effect: 'open', price_source: 'book' }] },
    ]);
    clock.advance(5 * 60_000);
    const ticked = await run('paper tick --env sandbox -o json');
    expect([ticked.code, ticked.stderr]).toEqual([0, '']);
    expect(JSON.parse(ticked.stdout).head.hash).toBe(entries[0].hash);
  });

  it('opens and ticks from a candle file', async () => {
    const { run, write } = await openLedger(`paper open --set start=${START}`);
    const file = write('candles.ndjson', [symbol(), ...candles(3)]);
    const thesis = write('add.json', [add({ requested_margin_usdt: 100, paper_leverage: 5 })]);
    const applied = await run(`thesis apply ${thesis} --candles ${file} -o json`);
    expect([applied.code, applied.stderr]).toEqual([0, '']);
    expect(JSON.parse(applied.stdout).entries).toMatchObject([
      { time: START + 180_000, executions: [{ price_source: '1m', reference_price: '50000' }] },
    ]);
    const more = write('more.ndjson', candles(5, { 4: ['50000', '50000', '40100', '40200'] }));
    const ticked = await run(`paper tick --candles ${more} -o json`);
    expect([ticked.code, ticked.stderr]).toEqual([0, '']);
    expect(JSON.parse(ticked.stdout).entries).toMatchObject([
      { kind: 'exit', time: START + 299_999, executions: [{ trigger: 'liquidation' }] },
    ]);
  });

  it('says how long a position is open at the time of the ledger, not of the machine', async () => {
    const { run, write } = await openLedger(`paper open --set start=${START}`);
    const file = write('candles.ndjson', [symbol(), ...candles(3)]);
    const thesis = write('add.json', [add({ requested_margin_usdt: 100, paper_leverage: 5 })]);
    await run(`thesis apply ${thesis} --candles ${file}`);
    await run(`paper tick --candles ${write('more.ndjson', candles(8))}`);
    const shown = await run('paper positions -o csv --fields holding_time');
    expect(shown.stdout).toBe('holding_time\n5m\n');
  });

  it('marks in its history the exit of a position with minutes that nobody saw', async () => {
    const { run, write } = await openLedger(`paper open --set start=${START}`);
    const file = write('candles.ndjson', [symbol(), ...candles(3)]);
    const thesis = write('add.json', [add({ requested_margin_usdt: 100, paper_leverage: 5 })]);
    await run(`thesis apply ${thesis} --candles ${file}`);
    const fall = ['50000', '50000', '40100', '40200'] as const;
    await run(`paper tick --candles ${write('more.ndjson', candles(9, { 5: null, 6: null, 8: fall }))}`);
    const shown = await run('paper history -o csv --fields event,unseen_minutes');
    expect(shown.stdout).toBe('event,unseen_minutes\nopen,\nadd,\nliquidation,2\n');
    expect((await run('paper history -o table')).stdout).toMatch(/ unseen\n(?:.*\n)*.*liquidation.* 2\n$/);
    const onTerminal = await run('paper history', { terminal: 140 });
    expect(stripped(onTerminal.stdout)).toMatch(/ unseen\n/);
    expect(onTerminal.stderr).not.toContain('Hidden');
    const whole = await run('paper history -o csv');
    expect(whole.stdout).toMatch(/,assumed,unseen_minutes,book,/);
  });

  it('has no unseen minutes in the history of a position that was seen throughout', async () => {
    const { run, write } = await openLedger(`paper open --set start=${START}`);
    const file = write('candles.ndjson', [symbol(), ...candles(3)]);
    const thesis = write('add.json', [add({ requested_margin_usdt: 100, paper_leverage: 5 })]);
    await run(`thesis apply ${thesis} --candles ${file}`);
    await run(
      `paper tick --candles ${write('more.ndjson', candles(9, { 8: ['50000', '50000', '40100', '40200'] }))}`,
    );
    expect((await run('paper history -o table')).stdout).not.toContain('unseen');
  });

  it.each([1, 60])(
    'shows gains in green and losses in red on a terminal, in a table of %i positions',
    async (count) => {
      const { run, write } = await openLedger(`paper open --set start=${START}`);
      const theses = Array.from({ length: count }, () => [
        add({ requested_margin_usdt: 100, paper_leverage: 5 }),
        close(1),
      ]).flat();
      const [file, market] = [
        write('theses.ndjson', theses),
        write('candles.ndjson', [symbol(), ...candles(3)]),
      ];
      await run(`thesis apply ${file} --again --candles ${market}`);
      const shown = await run('paper history', { terminal: 140 });
      expect(shown.stdout.match(/ {2,}\u001b\[31m-\d\.\d+\u001b\[39m/g)).toHaveLength(count);
      expect(shown.stdout).not.toContain('\u001b[32m');
      const plain = await run('paper history', { terminal: 140, environment: { NO_COLOR: '1' } });
      expect(stripped(shown.stdout)).toBe(plain.stdout);
      const short = write('short.ndjson', [
        add({ requested_margin_usdt: 100, paper_leverage: 5, side: 'SHORT' }),
      ]);
      await run(`thesis apply ${short} --candles ${market}`);
      await run(`paper tick --candles ${write('more.ndjson', candles(9, { 8: '40000' }))}`);
      expect((await run('paper positions', { terminal: 140 })).stdout).toMatch(
        /\u001b\[32m\d+\.\d+\u001b\[39m/,
      );
    },
  );

  it('names a symbol without rules, and the known one that may be meant', async () => {
    const { run, write } = await openLedger(`paper open --set start=${START}`);
    const market = write('candles.ndjson', [symbol(), ...candles(3)]);
    const add100 = (name: string) =>
      write(`${name}.json`, [add({ requested_margin_usdt: 100, paper_leverage: 5 }, { symbol: name })]);
    const near = await run(`paper apply ${add100('BTCUSD')} --candles ${market}`);
    expect([near.code, near.stderr]).toEqual([
      1,
      expect.stringContaining('no rules of the symbol. Found BTCUSD. Did you mean BTCUSDT? Check the symbol'),
    ]);
    const far = await run(`paper apply ${add100('DOGEEUR')} --candles ${market}`);
    expect([far.code, far.stderr]).toEqual([
      1,
      expect.stringContaining('Found DOGEEUR. Known: BTCUSDT. Check'),
    ]);
    const scenario = write('scenario.ndjson', [
      settings(3),
      symbol(),
      ...candles(3),
      thesis(START, add({ requested_margin_usdt: 100, paper_leverage: 5 }, { symbol: 'BTCUSD' })),
    ]);
    const replayed = await run(`thesis replay --scenario ${scenario} -o table`);
    expect(replayed.stdout).toContain('unknown_symbol: Found BTCUSD. Did you mean BTCUSDT?');
  });

  it('takes the empty output of a command that failed for no thesis, and writes nothing', async () => {
    const { run } = await openLedger();
    const { code, stdout, stderr } = await run('paper apply - --price 50000', { stdin: '\n' });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('Expected a thesis in standard input, found nothing.');
    expect(JSON.parse((await run('paper history -o json')).stdout)).toHaveLength(1);
  });
});
