/** Following a ledger writes what ticks write, reports touched levels at once, and survives missing market data. */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FollowEvent, followLedger } from '../../../src/commands/paper/follow/follow-ledger.ts';
import type { LivePrice } from '../../../src/commands/paper/follow/live-prices.ts';
import { ledgerHome, ledgerPath } from '../../../src/commands/paper/open-ledger.ts';
import { FileSource } from '../../../src/commands/paper/sources/file-source.ts';
import type { Clock } from '../../../src/core/clock.ts';
import { decimalOf } from '../../../src/core/decimal.ts';
import { ToolError } from '../../../src/core/errors.ts';
import type { UnixMs } from '../../../src/core/words.ts';
import type { MarketSource } from '../../../src/paper/live/market-source.ts';
import { LedgerFile } from '../../../src/paper/storage/ledger-file.ts';
import { LedgerStore } from '../../../src/paper/storage/ledger-store.ts';
import { bourse, fixedClock, temporaryFolder, testWorld } from '../../acceptance/world.ts';
import { add, adjust, at, candles, START, symbol } from '../../paper/scenarios.ts';

/** The minutes of the market data: a stop at 49500 is hit in minute 3, that of the watch copy in minute 2. */
const LATER = candles(6, {
  2: ['50000', '50000', '49700', '49900'],
  3: ['49900', '49900', '49400', '49600'],
});

function ndjson(records: readonly unknown[]): string {
  return records.map((one) => `${JSON.stringify(one)}\n`).join('');
}

/** Returns a home with a ledger that has a position in each book, carried on to minute 2. */
async function homeWithLedger(): Promise<string> {
  const home = temporaryFolder();
  const options = { home, clock: fixedClock(at(2) as UnixMs) };
  await bourse(`paper open --set start=${START}`, options);
  writeFileSync(join(home, 'early.ndjson'), ndjson([symbol(), ...candles(2)]));
  writeFileSync(join(home, 'later.ndjson'), ndjson(LATER));
  const theses = ndjson([
    add({ requested_margin_usdt: 100, paper_leverage: 5 }),
    adjust({ stop_loss_price: 49_500 }),
    adjust({ stop_loss_price: 49_800 }, { mode: 'watch' }),
  ]);
  const applied = await bourse(`paper apply - --candles ${join(home, 'early.ndjson')}`, {
    ...options,
    stdin: theses,
  });
  expect([applied.code, applied.stderr]).toEqual([0, '']);
  return home;
}

interface Following {
  readonly clock: Clock;
  readonly ends: AbortController;
  /** Called with each question for the market's time; may throw. */
  readonly onLook?: (now: number) => void;
  /** Receives the function that a price is given to. */
  readonly onOpen?: (give: (price: LivePrice) => void) => void;
  readonly notes?: string[];
  readonly after?: number;
}

/** Follows the ledger of a home until `ends` is aborted, with the market data of minutes 0 to 5. */
async function follow(home: string, options: Following): Promise<readonly FollowEvent[]> {
  const { clock, ends, onLook, onOpen, notes = [], after } = options;
  const ledgers = ledgerHome(testWorld({ home, clock }, { stdout: '', stderr: '' }));
  const store = new LedgerStore(await LedgerFile.open(ledgerPath(ledgers, 'main'), ledgers), ledgers);
  const events: FollowEvent[] = [];
  try {
    const following = followLedger({
      store,
      clock,
      sourceOf: async ({ live }): Promise<MarketSource> => {
        const rules = [...live.ledger.instruments.values()].map((one) => one.rules);
        const chunks = async function* () {
          yield new TextEncoder().encode(ndjson(LATER));
        };
        const file = await FileSource.read('data', chunks(), { settings: live.ledger.settings, rules });
        return {
          now: async () => {
            onLook?.(clock.now());
            return clock.now();
          },
          knownSymbols: () => [],
          rulesOf: (name) => file.rulesOf(name),
          dataOf: (one) => file.dataOf(one),
          pointOf: (one) => file.pointOf(one),
        };
      },
      openPrices: (_loaded, onPrice) => {
        onOpen?.(onPrice);
        return { follow: () => {}, close: () => {} };
      },
      after,
      signal: ends.signal,
      note: (text) => notes.push(text),
    });
    for await (const event of following) events.push(event);
  } finally {
    store.close();
  }
  return events;
}

/** Returns what ends a run once the market's time is past the given one. */
function endAfter(time: number) {
  const ends = new AbortController();
  return {
    ends,
    onLook: (now: number) => {
      if (now > time) ends.abort();
    },
  };
}

function entriesOf(events: readonly FollowEvent[]) {
  return events.flatMap((event) => ('entries' in event ? event.entries : []));
}

describe('following a ledger', () => {
  it('writes minute by minute the entries that a single tick writes', async () => {
    const home = await homeWithLedger();
    const other = temporaryFolder();
    cpSync(home, other, { recursive: true });
    const ticked = await bourse(`paper tick --candles ${join(other, 'later.ndjson')} -o json`, {
      home: other,
    });
    expect(ticked.code).toBe(0);
    const events = await follow(home, { clock: fixedClock(at(2) as UnixMs), ...endAfter(at(6)) });
    const exits = JSON.parse(ticked.stdout).entries as readonly unknown[];
    expect(exits).toHaveLength(2);
    expect(JSON.parse(JSON.stringify(entriesOf(events)))).toEqual(exits);
    expect(events).toHaveLength(2);
    const [followed, once] = await Promise.all([
      bourse('paper export', { home }),
      bourse('paper export', { home: other }),
    ]);
    expect(followed.stdout).toBe(once.stdout);
  });

  it('reports a touched level once, before the entry that follows when the minute is over', async () => {
    const home = await homeWithLedger();
    const price = { symbol: 'BTCUSDT', price: decimalOf('49450'), time: at(3, 20) };
    const events = await follow(home, {
      clock: fixedClock(at(2) as UnixMs),
      ...endAfter(at(6)),
      onOpen: (give) => {
        give({ ...price, price: decimalOf('49900') });
        give(price);
        give({ ...price, price: decimalOf('49440') });
      },
    });
    const [first] = events;
    expect(first).toEqual({
      notices: [
        {
          notice: 'touched',
          book: 'paper',
          position_id: 'pos-1',
          symbol: 'BTCUSDT',
          side: 'LONG',
          trigger: 'stop_loss',
          level: '49500',
          price: '49450',
          time: at(3, 20),
        },
        expect.objectContaining({ book: 'watch', position_id: 'wpos-1', level: '49800' }),
      ],
    });
    expect(events.slice(1).every((event) => 'entries' in event)).toBe(true);
  });

  it('says once that market data are missing, and carries on when they are there again', async () => {
    const home = await homeWithLedger();
    const notes: string[] = [];
    const { ends, onLook } = endAfter(at(8));
    const events = await follow(home, {
      clock: fixedClock(at(2) as UnixMs),
      ends,
      notes,
      onLook: (now) => {
        onLook(now);
        if (now < at(5)) throw new ToolError({ kind: 'unavailable', message: 'No answer.' });
      },
    });
    expect(notes).toEqual(['No answer. The ledger is carried on when that is over.']);
    expect(entriesOf(events).map(({ time }) => time)).toEqual([at(2, 59, 999), at(3, 59, 999)]);
  });

  it('prints what another process writes, and what was written after a known entry', async () => {
    const home = await homeWithLedger();
    const ends = new AbortController();
    let looks = 0;
    const clock: Clock = {
      ...fixedClock(at(2, 30) as UnixMs),
      async sleep() {
        looks += 1;
        if (looks === 2) ends.abort();
        if (looks !== 1) return;
        const hold = await bourse('thesis new --action hold --reason quiet', { home });
        await bourse('paper apply - --price 50000', { home, stdin: hold.stdout, now: at(2, 30) as UnixMs });
      },
    };
    const events = await follow(home, { clock, ends, after: 3 });
    expect(entriesOf(events).map(({ seq, action }) => [seq, action])).toEqual([
      [4, null],
      [5, 'adjust_exit'],
      [6, 'hold'],
    ]);
  });

  it('ends at once when it is stopped while it waits', async () => {
    const home = await homeWithLedger();
    const ends = new AbortController();
    const clock: Clock = {
      ...fixedClock(at(2) as UnixMs),
      sleep: (_ms, signal) =>
        new Promise((_, reject) => {
          signal!.addEventListener('abort', () => reject(signal!.reason));
          ends.abort();
        }),
    };
    expect(await follow(home, { clock, ends })).toEqual([]);
  });

  it('does not follow prices of a file or a fixed price, which end', async () => {
    const home = await homeWithLedger();
    const { code, stderr } = await bourse('watch run --price 50000', { home });
    expect([code, stderr]).toEqual([2, expect.stringContaining('Expected prices that go on, found --price')]);
    expect((await bourse('watch run --once --for 1h', { home })).code).toBe(2);
  });
});
