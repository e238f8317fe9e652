/** Checking, copying and explaining a paper ledger, and the watch book beside it. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { UnixMs } from '../../../src/core/words.ts';
import { openDatabase } from '../../../src/store/sqlite.ts';
import { add, adjust, candles, close, START, symbol } from '../../paper/scenarios.ts';
import { bourse, fixedClock, temporaryFolder } from '../world.ts';

/**
 * A ledger in which a stop was hit: an add at 50000 with a stop at 49500, and a watch thesis that puts the stop of a
 * copy at 49800.
 */
async function stoppedLedger() {
  const home = temporaryFolder();
  const clock = fixedClock((START + 600_000) as UnixMs);
  const run = (words: string | readonly string[], stdin?: string) =>
    bourse(words, { home, clock, ...(stdin === undefined ? {} : { stdin }) });
  const write = (name: string, records: readonly unknown[]) => {
    const path = join(home, name);
    writeFileSync(path, records.map((one) => `${JSON.stringify(one)}\n`).join(''));
    return path;
  };
  await run(`paper open --set start=${START}`);
  const early = write('early.ndjson', [symbol(), ...candles(2)]);
  const theses = write('theses.ndjson', [
    add({ requested_margin_usdt: 100, paper_leverage: 5 }),
    adjust({ stop_loss_price: 49_500 }),
    adjust({ stop_loss_price: 49_800 }, { mode: 'watch' }),
  ]);
  const applied = await run(`paper apply ${theses} --candles ${early}`);
  expect([applied.code, applied.stderr]).toEqual([0, '']);
  const later = write(
    'later.ndjson',
    candles(6, { 3: ['50000', '50000', '49700', '49900'], 4: ['49900', '49900', '49400', '49600'] }),
  );
  const ticked = await run(`paper tick --candles ${later}`);
  expect([ticked.code, ticked.stderr]).toEqual([0, '']);
  return { run, home, write };
}

/** Changes the text of an entry, which the triggers of the table prevent otherwise. */
async function damage(path: string, from: string, to: string): Promise<void> {
  const database = await openDatabase(path);
  database.exec('DROP TRIGGER entry_is_final');
  database.prepare('UPDATE entry SET body = replace(body, ?, ?) WHERE seq = 7').run(from, to);
  database.close();
}

describe('a paper ledger with a stop', () => {
  it('is verified, also by deciding each entry again from what was kept with it', async () => {
    const { run } = await stoppedLedger();
    const { code, stdout } = await run('paper verify --replay -o json');
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { valid: true, head: { seq: 7, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }, faults: [] },
    ]);
  });

  it('is the same ledger after export and import', async () => {
    const { run, write } = await stoppedLedger();
    const { stdout: text } = await run('paper export');
    const lines = text.trim().split('\n');
    expect(JSON.parse(lines[0]!)).toMatchObject({ kind: 'bourse.paper.export', version: 1 });
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ kind: 'head', seq: 7 });
    const imported = await run('paper import - copy -o json', text);
    expect([imported.code, JSON.parse(imported.stdout).head.seq]).toEqual([0, 7]);
    expect((await run('paper export --ledger copy')).stdout).toBe(text);
    expect((await run('paper verify --ledger copy')).code).toBe(0);
    const [own, copied] = [
      await run('paper balance -o json'),
      await run('paper balance --ledger copy -o json'),
    ];
    expect(copied.stdout).toBe(own.stdout);
    const changed = write('changed.ndjson', []);
    writeFileSync(changed, text.replace('"reason":null', '"reason":"none"'));
    const refused = await run(`paper import ${changed} other -o json`);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(JSON.parse(refused.stderr).error.message).toContain('Expected in line 2');
  });

  it('explains the stop with the candle that decided it, its sum and its postings', async () => {
    const { run } = await stoppedLedger();
    const { stdout } = await run('paper explain exe-2 -o json');
    const [explained] = JSON.parse(stdout);
    expect(explained.decided_by.item).toMatchObject({ kind: 'range', low: '49400', source: '1m' });
    expect(explained.sums[0].lines[0]).toMatch(/^value = 0\.009 BTCUSDT × 49475\.2 = /);
    const shown = await bourse('paper explain pos-1', { home: (await stoppedLedger()).home, terminal: 100 });
    expect(shown.stdout).toContain('postings, which sum to 0 in each asset');
  });

  it('scores the watch position beside its original', async () => {
    const { run } = await stoppedLedger();
    const { stdout } = await run('watch score -o json');
    expect(JSON.parse(stdout)).toMatchObject([
      { position_id: 'wpos-1', close_trigger: 'stop_loss', closed_at: START + 239_999 },
    ]);
    const [row] = JSON.parse(stdout);
    expect(Number(row.difference)).toBeGreaterThan(0);
    expect(JSON.parse((await run('watch list -o json')).stdout)).toEqual([]);
  });

  it('shows on a terminal of 100 columns what was filled at which price, and why', async () => {
    const { home } = await stoppedLedger();
    const lines = async (words: string) => {
      const { stdout } = await bourse(words, { home, terminal: 100, environment: { NO_COLOR: '1' } });
      return stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.trim().split(/ {2,}/));
    };
    const history = await lines('paper history');
    expect(history[0]).toEqual(
      expect.arrayContaining(['event', 'position', 'quantity', 'price', 'realised']),
    );
    expect(history.slice(1).map(([, , event]) => event)).toEqual([
      'open',
      'add',
      'adjust_exit',
      'copy',
      'adjust_exit',
      'stop_loss',
      'stop_loss',
    ]);
    expect(history[0]).not.toContain('reason');
    expect((await lines('paper executions'))[0]).toEqual(
      expect.arrayContaining(['execution', 'trigger', 'quantity', 'price', 'fee', 'realised']),
    );
    expect((await lines('watch score'))[0]).toEqual(
      expect.arrayContaining(['position', 'trigger', 'net', 'original', 'difference']),
    );
    const metrics = await lines('paper metrics');
    expect(metrics[0]).toEqual(['metric', 'paper', 'watch']);
    expect(metrics).toContainEqual(['positions_closed', '1', '1']);
    expect(metrics).toContainEqual(['exits stop_loss', '1', '1']);
    expect((await lines('paper metrics --by agent'))[0]).toEqual(
      expect.arrayContaining(['agent', 'opened', 'closed', 'wins', 'net', 'fees', 'applied', 'refused']),
    );
  });

  it('explains a thesis in a sentence, and prints it whole as JSON', async () => {
    const { home, run } = await stoppedLedger();
    const shown = await bourse('paper explain 3', { home, terminal: 100, environment: { NO_COLOR: '1' } });
    expect(shown.stdout).toContain('  thesis: In the paper ledger: set the stop loss to 49500 for');
    expect(shown.stdout).not.toContain('{');
    for (const line of shown.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    const [{ thesis }] = JSON.parse((await run('paper explain 3 -o json')).stdout);
    expect(thesis).toMatchObject({ action: 'adjust_exit', exit_update: { stop_loss_price: 49_500 } });
  });

  it('prints the metrics of a replay of the same data', async () => {
    const { run } = await stoppedLedger();
    const { stdout } = await run('paper metrics -o json');
    const { paper } = JSON.parse(stdout);
    expect(paper).toMatchObject({ positions_closed: 1, losses: 1, unseen_minutes: 0 });
    expect(paper.exits).toEqual({ stop_loss: 1 });
  });

  it('recovers the valid prefix of a damaged ledger, and writes no more to it', async () => {
    const { run, home } = await stoppedLedger();
    await damage(join(home, 'state', 'ledgers', 'main.db'), '"trigger":"stop_loss"', '"trigger":"stop_lost"');
    const verified = await run('paper verify -o json');
    expect([verified.code, JSON.parse(verified.stdout).faults[0].check]).toEqual([10, 'chain']);
    const ticked = await run('paper tick --price 50000 -o json');
    expect([ticked.code, JSON.parse(ticked.stderr).error.name]).toEqual([10, 'ledger_damaged']);
    const out = join(home, 'state', 'ledgers', 'saved.db');
    const recovered = await run(`paper recover --out ${out} -o json`);
    expect(recovered.code).toBe(0);
    const { broken_from: broken, head } = JSON.parse(recovered.stdout);
    expect(head.seq).toBe(broken - 1);
    expect((await run('paper verify --ledger saved')).code).toBe(0);
    // A relative path belongs to the folder in which the command was started, not to that of the process.
    expect((await run('paper recover --out beside.db -o json')).code).toBe(0);
    expect(existsSync(join(home, 'beside.db'))).toBe(true);
  });

  it('closes at a given price, and refuses what is closed with candidates and a next step', async () => {
    const { run, write } = await stoppedLedger();
    const thesis = write('close.json', [close(1)]);
    const { code, stdout, stderr } = await run(`paper apply ${thesis} --price 50000 -o json`);
    expect([code, JSON.parse(stdout).entries[0].reason]).toEqual([1, 'position_unknown']);
    expect(stderr).toContain('Open positions: none.');
  });
});
