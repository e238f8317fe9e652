/** Positionals in the wrong order are refused with the line in the right order; nothing is ever sent for them. */
import { describe, expect, it } from 'vitest';
import { failure } from '../outcomes.ts';
import { bourse } from '../world.ts';

async function refusalOf(line: string) {
  const refusal = failure(await bourse(line, { environment: { BOURSE_ENV: 'sandbox' } }));
  expect(refusal).toMatchObject({ exitCode: 2, execution: 'not_executed' });
  return refusal;
}

describe('words in the wrong order', () => {
  it.each([
    ['trade buy 0.001 BTCUSDT', 'trade buy BTCUSDT 0.001'],
    ['trade sell 1e-3 BTCUSDT --at 60000 --yes', 'trade sell BTCUSDT 1e-3 --at 60000 --yes'],
    ['trade buy --on usdm 0.001 BTCUSDT', 'trade buy BTCUSDT 0.001 --on usdm'],
    ['trade sor place BUY BTCUSDT 0.01 --at 59000', 'trade sor place BTCUSDT BUY 0.01 --at 59000'],
    ['trade sor place 0.01 BUY BTCUSDT', 'trade sor place BTCUSDT BUY 0.01'],
    ['trade sell 50% BTCUSDT', 'trade sell BTCUSDT 50%'],
    ['trade sell all BTCUSDT', 'trade sell BTCUSDT all'],
    ['trade leverage 20 BTCUSDT', 'trade leverage BTCUSDT 20'],
    ['trade stop 0.01 BTCUSDT --side SELL', 'trade stop BTCUSDT 0.01 --side SELL'],
    ['market klines 1h BTCUSDT', 'market klines BTCUSDT 1h'],
  ])('%s names the right one', async (typed, corrected) => {
    const { message, hint } = await refusalOf(typed);
    expect(message).toMatch(/ are in the wrong order\.$/);
    expect(hint).toBe(`Did you mean: bourse ${corrected}`);
  });

  it('names only the words if an option has the same value', async () => {
    const { hint } = await refusalOf('trade buy 0.001 BTCUSDT --at 0.001');
    expect(hint).toBe('Did you mean: bourse trade buy BTCUSDT 0.001, with the same options?');
  });

  it.each(['trade buy BTCUSDT abc', 'trade sor place BTCUSDT 1 2', 'market klines BTCUSDT 7x'])(
    '%s is wrong in every order, so its values are reported',
    async (typed) => {
      expect((await refusalOf(typed)).message).not.toContain('wrong order');
    },
  );
});
