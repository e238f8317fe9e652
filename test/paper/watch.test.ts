/** The watch book and its copies of paper positions. */
import { describe, expect, it } from 'vitest';
import { briefly, reasonsOf, replay } from './replay.ts';
import {
  add,
  adjust,
  at,
  candles,
  close,
  type Members,
  reduce,
  settings,
  symbol,
  thesis,
  WATCH,
} from './scenarios.ts';

const OPEN = add({ requested_margin_usdt: 1000, paper_leverage: 5 });
const watched = (ref: Members, update: Members = { stop_loss_price: 49800 }) =>
  adjust(update, { ...WATCH, position_ref: ref });

/** Plays theses at the given minutes over flat candles. */
function play(
  theses: readonly (readonly [minute: number, document: Members])[],
  options: Members = {},
  last = '50000',
) {
  return replay([
    settings(6, options),
    symbol(),
    ...candles(6, { 5: last }),
    ...theses.map(([minute, document]) => thesis(at(minute), document)),
  ]);
}

describe('the watch book (section 14)', () => {
  it('starts with no cash and may owe it; nothing of it touches the paper book', () => {
    const ran = play([[0, add({ requested_margin_usdt: 1000, paper_leverage: 5 }, WATCH)]]);
    expect(ran.record.balances.watch.get('cash')?.get('USDT')).toBe('-992.9712375');
    expect(ran.record.balances.paper).toEqual(
      new Map([
        ['cash', new Map([['USDT', '10000']])],
        ['capital', new Map([['USDT', '-10000']])],
      ]),
    );
    expect(ran.record.metrics.watch).toMatchObject({
      start_equity: '0',
      return: null,
      max_drawdown_fraction: null,
      sharpe: null,
    });
    expect(ran.record.positions[0]).toMatchObject({ position_id: 'wpos-1', book: 'watch' });
    expect(ran.record.by_agent).toEqual(new Map());
  });

  it.each<[string, Members]>([
    ['symbol', { symbol: 'BTCUSDT' }],
    ['position', { position_id: 'pos-1' }],
    ['execution', { execution_id: 'exe-1' }],
  ])('copies the open paper position that a %s means, once', (_, ref) => {
    const ran = play([
      [0, OPEN],
      [0, adjust({ take_profit_price: 60000, max_holding_minutes: 90 })],
      [1, watched(ref)],
      [2, watched(ref, { stop_loss_price: 49900 })],
    ]);
    expect(briefly(ran).slice(2)).toEqual(['watch copy', 'watch adjust_exit', 'watch adjust_exit']);
    expect(ran.record.entries[3]).toMatchObject({
      decided_at: null,
      thesis: null,
      status: null,
      source: null,
      agent: 'a1',
      position_id: 'wpos-1',
      executions: [],
      levels: { stop_loss_price: null, take_profit_price: '60000', deadline: at(90) },
      copied: { position_id: 'pos-1', quantity: '0.099', cost: '4952.475', held_since: at(0) },
    });
    const [original, copy] = ran.record.positions;
    expect(copy).toMatchObject({
      shadow_of: 'pos-1',
      opened_at: at(1),
      held_since: at(0),
      history: [4, 5, 6],
      fees: '0',
      margin: '990.495',
    });
    expect(copy!['thesis']).toBe(original!['thesis']);
  });

  it('copies beside a position that it opened itself, if an id says so; the symbol alone is ambiguous then', () => {
    const own = add({ requested_margin_usdt: 500, paper_leverage: 5 }, WATCH);
    const ran = play([
      [0, OPEN],
      [0, own],
      [1, watched({ symbol: 'BTCUSDT', position_id: 'pos-1' })],
      [2, watched({ symbol: 'BTCUSDT' })],
    ]);
    expect(briefly(ran).slice(2)).toEqual([
      'watch copy',
      'watch adjust_exit',
      'watch adjust_exit refused position_ambiguous',
    ]);
    const alone = play([
      [0, OPEN],
      [0, own],
      [1, watched({ symbol: 'BTCUSDT' })],
    ]);
    expect(briefly(alone).slice(2)).toEqual(['watch adjust_exit']);
  });

  it('averages the first opened of its positions of one side', () => {
    const more = add({ requested_margin_usdt: 500, paper_leverage: 5 }, WATCH);
    const ran = play([
      [0, OPEN],
      [0, more],
      [1, watched({ position_id: 'pos-1' })],
      [2, { ...more, reason: 'more' }],
    ]);
    expect(ran.record.entries.at(-1)!.position_id).toBe('wpos-1');
  });

  it('takes a copy back where its thesis is refused', () => {
    const ran = play([
      [0, OPEN],
      [1, watched({ symbol: 'BTCUSDT' }, { stop_loss_price: 50000 })],
      [2, watched({ symbol: 'BTCUSDT' })],
    ]);
    expect(briefly(ran).slice(1)).toEqual([
      'watch adjust_exit refused would_trigger_now',
      'watch copy',
      'watch adjust_exit',
    ]);
    expect(ran.record.entries[3]!.position_id).toBe('wpos-1');
  });

  it.each<[string, Members]>([
    ['position_unknown', { position_id: 'pos-9', symbol: 'BTCUSDT' }],
    ['position_unknown', { position_id: 'wpos-1', execution_id: 'exe-1' }],
  ])('refuses with %s what finds no position in either book: %j', (reason, ref) => {
    expect(
      reasonsOf(
        play([
          [0, OPEN],
          [1, watched(ref)],
        ]),
      ),
    ).toEqual([reason]);
  });

  it('does not copy a closed position, and makes a new copy when the first is closed', () => {
    expect(
      reasonsOf(
        play([
          [0, OPEN],
          [1, close(1)],
          [2, watched({ position_id: 'pos-1' })],
        ]),
      ),
    ).toEqual(['position_unknown']);
    const ran = play([
      [0, OPEN],
      [1, watched({ position_id: 'pos-1' })],
      [2, close(1, {}, { ...WATCH, position_ref: { position_id: 'pos-1' } })],
      [3, watched({ position_id: 'wpos-1' })],
      [4, watched({ position_id: 'pos-1' }, { stop_loss_price: 49700 })],
    ]);
    expect(briefly(ran).slice(3)).toEqual([
      'watch close close 49975',
      'watch adjust_exit refused position_closed',
      'watch copy',
      'watch adjust_exit',
    ]);
    expect(ran.record.positions.map((one) => one['position_id'])).toEqual(['pos-1', 'wpos-1', 'wpos-2']);
  });

  it('scores the copy beside the original', () => {
    const ran = play(
      [
        [0, OPEN],
        [1, watched({ symbol: 'BTCUSDT' })],
        [2, reduce({ reduce_fraction: 0.5 }, WATCH)],
      ],
      {},
      '49000',
    );
    expect(ran.record.positions.map((one) => [one['position_id'], one['status'], one['net']])).toEqual([
      ['pos-1', 'open', '-2.4762375'],
      ['wpos-1', 'closed', '-57.373775'],
    ]);
  });
});
