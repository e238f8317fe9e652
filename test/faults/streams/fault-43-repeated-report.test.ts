/**
 * Fault 43: Reports of an order arrive twice, out of order, or a fill before the order itself.
 *
 * A repeated report is dropped by its trade id; a late one never takes the order back to an earlier state.
 */
import { expect, it } from 'vitest';
import { type Members, UserState } from '../../../src/stream/user/state.ts';

function report(number: number, status: string, executed: string, trade = -1): Members {
  return { e: 'executionReport', E: number, s: 'BTCUSDT', i: 7, X: status, z: executed, t: trade, I: number };
}

it('a fill before NEW, and every repetition, leaves the order filled', () => {
  const state = new UserState('spot');
  const placed = report(1, 'NEW', '0');
  const part = report(2, 'PARTIALLY_FILLED', '0.1', 55);
  const whole = report(3, 'FILLED', '0.3', 56);
  expect(state.event(part)).toBe('new');
  expect(state.event(placed)).toBe('late');
  expect(state.event(part)).toBe('duplicate');
  expect(state.event(whole)).toBe('new');
  for (const again of [placed, part, whole]) expect(state.event(again)).not.toBe('new');
  expect(state.open()).toEqual([]);
});
