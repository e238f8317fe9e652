/** Long stretches of candles in which nothing happens are passed over; what touches a position must not be. */
import { expect, it } from 'vitest';
import { seededRandom } from '../../src/core/clock.ts';
import { naiveReplay } from './oracle/naive-ledger.ts';
import { replay } from './replay.ts';
import {
  add,
  adjust,
  at,
  candle,
  close,
  funding,
  type Members,
  settings,
  symbol,
  thesis,
  trade,
  WATCH,
} from './scenarios.ts';

const MINUTES = 400;
const SYMBOLS = ['BTCUSDT', 'ETHUSDT'];

/** Returns two symbols whose prices wander in small steps, and theses whose levels lie a few steps away. */
function wanderingScenario(seed: number): readonly Members[] {
  const random = seededRandom(seed);
  const pick = (count: number) => Math.floor(random.next() * count);
  const records: Members[] = [settings(MINUTES, { equity_every_ms: 3_600_000, opposite_add: 'hedge' })];
  for (const name of SYMBOLS) {
    records.push(symbol({ symbol: name }));
    let price = 50_000;
    for (let minute = 0; minute < MINUTES; minute += 1) {
      const open = price;
      price += pick(61) - 30;
      const high = Math.max(open, price) + pick(5);
      const low = Math.min(open, price) - pick(5);
      const text = (tenths: number) => (pick(2) === 0 ? `${tenths}` : `${tenths}.0`);
      if (pick(40) === 0) continue;
      records.push(candle(minute, [text(open), text(high), text(low), text(price)], { symbol: name }));
      if (pick(60) > 0) continue;
      for (const [second, at2] of [open, high, low, price].entries()) {
        records.push(trade(at(minute, second * 10), text(at2), { symbol: name }));
      }
    }
    records.push({ ...funding(at(pick(MINUTES)), '0.0001', null), symbol: name });
  }
  for (let minute = 5; minute < MINUTES; minute += 1 + pick(40)) {
    const name = SYMBOLS[pick(2)]!;
    const isShort = pick(2) === 0;
    const when = at(minute, pick(2) * 30);
    const mode = pick(4) === 0 ? WATCH : {};
    const ref = { position_ref: { symbol: name }, ...mode };
    const intent = {
      side: isShort ? 'SHORT' : 'LONG',
      requested_margin_usdt: 100,
      paper_leverage: 2 + pick(120),
    };
    records.push(thesis(when, add(intent, { symbol: name, ...mode, rationale: `${minute}` })));
    const side = isShort ? -1 : 1;
    const exits = {
      ...(pick(3) > 0 ? { stop_loss_price: 50_000 - side * (30 + pick(400)) } : {}),
      take_profit_price: 50_000 + side * (30 + pick(400)),
      ...(pick(3) === 0 ? { max_holding_minutes: 10 + pick(50) + 0.5 } : {}),
    };
    records.push(thesis(when, adjust(exits, { ...ref, rationale: `${minute}` })));
    if (pick(3) === 0) records.push(thesis(at(minute + 3), close(1, {}, { ...ref, rationale: `${minute}` })));
  }
  return records;
}

it('replays long quiet stretches as a naive ledger does, which goes through every minute', () => {
  const triggers = new Set<string>();
  for (let seed = 1; seed <= 5; seed += 1) {
    const records = wanderingScenario(seed);
    const { text, record } = replay(records);
    if (text !== naiveReplay(records)) {
      expect({ seed, replay: JSON.parse(text) }).toEqual({ seed, replay: JSON.parse(naiveReplay(records)) });
    }
    for (const { executions } of record.entries) for (const { trigger } of executions) triggers.add(trigger);
  }
  expect([...triggers].sort()).toEqual(['deadline', 'liquidation', 'stop_loss', 'take_profit', 'thesis']);
}, 120_000);
