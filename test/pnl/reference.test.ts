/** The profit of random trade histories equals that of a naive reference, exactly. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decimal, decimalOf, formatDecimal, formatTrimmed } from '../../src/core/decimal.ts';
import { COST_METHODS } from '../../src/pnl/lots.ts';
import { spotProfit } from '../../src/pnl/spot.ts';
import { type NaiveTrade, naiveProfit } from './naive-pnl.ts';

/** The number of histories of each method; `npm run fuzz:pnl` tries 10,000. */
const HISTORIES = Number(process.env['PNL_HISTORIES'] ?? 100);
const SEED = 20_261_122;

/** Amounts above zero; small whole numbers are frequent, so that sales often close a purchase exactly. */
const amounts = fc.oneof(
  fc.integer({ min: 1, max: 4 }).map(String),
  fc
    .tuple(fc.bigInt(1n, 10n ** 14n), fc.integer({ min: 0, max: 8 }))
    .map(([value, scale]) => formatDecimal({ value, scale })),
);
const trades: fc.Arbitrary<NaiveTrade> = fc.record({
  side: fc.constantFrom('BUY', 'SELL'),
  quantity: amounts,
  quote: amounts,
  fee: fc.oneof(fc.constant('0'), fc.constant('0.001'), amounts),
  feeAsset: fc.constantFrom('BASE', 'QUOTE', 'QUOTE', 'BNB', 'BNB'),
  feePrice: fc.option(amounts, { nil: undefined }),
});

function plain(amount: Decimal): string {
  return formatTrimmed(amount);
}

describe.each(COST_METHODS)('the profit of spot trades by %s', (method) => {
  it('equals that of a naive reference', () => {
    fc.assert(
      fc.property(fc.array(trades, { maxLength: 60 }), (history) => {
        const exact = spotProfit(
          history.map((trade) => ({
            side: trade.side,
            quantity: decimalOf(trade.quantity),
            quote: decimalOf(trade.quote),
            fee: decimalOf(trade.fee),
            feeAsset: trade.feeAsset,
            feePrice: trade.feePrice === undefined ? undefined : decimalOf(trade.feePrice),
          })),
          { base: 'BASE', quote: 'QUOTE' },
          method,
        );
        expect({
          realized: plain(exact.realized),
          fees: plain(exact.fees),
          unconverted: Object.fromEntries(
            [...exact.unconvertedFees].map(([asset, fee]) => [asset, plain(fee)]),
          ),
          open: plain(exact.open.quantity),
          cost: plain(exact.open.cost),
          soldUnknown: plain(exact.unknown.quantity),
          proceedsUnknown: plain(exact.unknown.proceeds),
        }).toEqual(naiveProfit(history, method));
      }),
      { numRuns: HISTORIES, seed: SEED },
    );
  }, 600_000);
});
