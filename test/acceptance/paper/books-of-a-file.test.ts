/** Which order book of `--candles FILE` fills a thesis that `paper apply` carries out. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replay } from '../../paper/replay.ts';
import {
  add,
  at,
  book,
  candles,
  close,
  type Members,
  START,
  settings,
  symbol,
  thesis,
} from '../../paper/scenarios.ts';
import { bourse, fixedClock, temporaryFolder } from '../world.ts';

const ADD = add({ requested_notional_usdt: 1500, paper_leverage: 5 });
const BIDS = [
  ['49990', '0.010'],
  ['49000', '1'],
] as const;
const ASKS = [
  ['50000', '0.010'],
  ['50010', '0.010'],
  ['50100', '1'],
] as const;

interface Fill {
  readonly effect: string;
  readonly price: string;
  readonly price_source: string;
}

/** Opens a ledger, and returns functions that write a file and run a command on the ledger. */
async function openLedger() {
  const home = temporaryFolder();
  const clock = fixedClock();
  const run = async (line: string, code = 0) => {
    const outcome = await bourse(line, { home, clock });
    expect([line, outcome.code, code === 0 ? outcome.stderr : '']).toEqual([line, code, '']);
    return outcome.stdout;
  };
  const write = (name: string, records: readonly unknown[]) => {
    const path = join(home, name);
    writeFileSync(path, records.map((one) => `${JSON.stringify(one)}\n`).join(''));
    return path;
  };
  await run(`paper open --set start=${START}`);
  /** Applies theses with the records of a file, and returns the executions. */
  const fills = async (theses: readonly Members[], file: string): Promise<readonly Fill[]> => {
    const output = await run(
      `paper apply ${write('theses.ndjson', theses)} --candles ${file} --again -o json`,
    );
    return (JSON.parse(output).entries as { executions: Fill[] }[]).flatMap(({ executions }) => executions);
  };
  return { run, write, fills };
}

/** Returns the executions of a scenario that has the records of the file and, at its end, the theses. */
function replayed(data: readonly Members[], theses: readonly Members[]): readonly Fill[] {
  const scenario = [settings(4), ...data, candles(4).at(-1)!, ...theses.map((one) => thesis(at(3), one))];
  const { entries } = JSON.parse(replay(scenario).text) as { entries: { executions: Fill[] }[] };
  return entries.flatMap(({ executions }) => executions);
}

describe('the order books of --candles FILE', () => {
  it('fill the first thesis of a symbol as the replay of the same data does', async () => {
    const data = [symbol(), ...candles(3), book(at(2, 58), BIDS, ASKS)];
    const { fills, write, run } = await openLedger();
    const theses = [ADD, close(0.5)];
    const filled = await fills(theses, write('data.ndjson', data));
    expect(filled).toMatchObject([
      { price: '50034.48275862069', price_source: 'book' },
      { effect: 'reduce' },
    ]);
    expect(filled).toEqual(replayed(data, theses));
    expect(JSON.parse(await run('paper verify --replay -o json'))).toMatchObject({ valid: true, faults: [] });
  });

  it('fill the same whether the ledger was ticked before, or followed the symbol', async () => {
    const data = [symbol(), ...candles(3), book(at(2, 58), BIDS, ASKS)];
    const [once, ticked, following] = [await openLedger(), await openLedger(), await openLedger()];
    const expected = await once.fills([ADD], once.write('data.ndjson', data));
    const file = ticked.write('data.ndjson', data);
    await ticked.run(`paper tick --candles ${file}`);
    expect(await ticked.fills([ADD], file)).toEqual(expected);
    const before = following.write('before.ndjson', [symbol(), ...candles(1)]);
    await following.fills([{ ...ADD, mode: 'watch' }], before);
    const [filled] = await following.fills([ADD], following.write('data.ndjson', data));
    expect(filled).toEqual(expected[0]);
  });

  it('count if they are of now, and not if they are later, too old or from before the ledger', async () => {
    const sourceOf = async (time: number, start = START) => {
      const { run, write } = await openLedger();
      await run(`paper open other --set start=${start}`);
      const file = write('data.ndjson', [symbol(), ...candles(3), book(time, BIDS, ASKS)]);
      const theses = write('theses.ndjson', [ADD]);
      const output = await run(`paper apply ${theses} --candles ${file} --ledger other -o json`);
      return JSON.parse(output).entries[0].executions[0].price_source;
    };
    expect(await sourceOf(at(3))).toBe('book');
    expect(await sourceOf(at(2, 55))).toBe('book');
    expect(await sourceOf(at(2, 54, 999))).toBe('1m');
    expect(await sourceOf(at(3, 0, 1))).toBe('1m');
    expect(await sourceOf(at(2, 58), at(3))).toBe('1m');
  });

  it('are spent once, also by commands that read the file again', async () => {
    const file = [symbol(), ...candles(3), book(at(3), BIDS, ASKS)];
    const { fills, write, run } = await openLedger();
    const path = write('data.ndjson', file);
    const first = await fills([ADD], path);
    const second = await fills([ADD], path);
    expect([first[0]!.price, second[0]!.price]).toEqual(['50034.48275862069', '50100']);
    // Seconds later the book of the file still counts, but for what was taken from it.
    const candle = { kind: 'candle', symbol: 'BTCUSDT', interval: '1s' };
    const flat = { o: '50000', h: '50000', l: '50000', c: '50000' };
    const seconds = [0, 1, 2].map((second) => ({ ...candle, ...flat, t: at(3, second) }));
    const later = write('later.ndjson', [...file, ...seconds]);
    const [third] = await fills([ADD], later);
    expect(third).toMatchObject({ price: '50100', price_source: 'book' });
    expect(JSON.parse(await run('paper verify --replay -o json'))).toMatchObject({ valid: true });
  });
});
