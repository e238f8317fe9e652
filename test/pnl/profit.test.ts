import { describe, expect, it } from 'vitest';
import { decimalOf, formatTrimmed, type trimZeros } from '../../src/core/decimal.ts';
import { futuresProfit } from '../../src/pnl/futures.ts';
import type { CostMethod } from '../../src/pnl/lots.ts';
import { type SpotTrade, spotProfit, unrealizedProfit } from '../../src/pnl/spot.ts';

type Words = readonly [side: 'BUY' | 'SELL', quantity: string, quote: string, fee?: string, asset?: string];

function tradeOf([side, quantity, quote, fee = '0', feeAsset = 'USDT']: Words): SpotTrade {
  return {
    side,
    quantity: decimalOf(quantity),
    quote: decimalOf(quote),
    fee: decimalOf(fee),
    feeAsset,
  };
}

function profitOf(method: CostMethod, ...words: readonly Words[]) {
  return spotProfit(words.map(tradeOf), { base: 'BTC', quote: 'USDT' }, method);
}

const plain = (amount: Parameters<typeof trimZeros>[0]) => formatTrimmed(amount);

describe('the profit of spot trades', () => {
  it.each([
    ['fifo', '50', '200'],
    ['lifo', '-50', '100'],
    ['average', '0', '150'],
  ] as const)('takes what %s takes', (method, realized, cost) => {
    const profit = profitOf(method, ['BUY', '1', '100'], ['BUY', '1', '200'], ['SELL', '1', '150']);
    expect(plain(profit.realized)).toBe(realized);
    expect(plain(profit.open.cost)).toBe(cost);
    expect(plain(unrealizedProfit(profit.open, decimalOf('180')))).toBe(
      plain(decimalOf(String(180 - +cost))),
    );
  });

  it('never takes a quantity of unknown cost as bought for nothing', () => {
    const profit = profitOf('fifo', ['BUY', '1', '100'], ['SELL', '3', '360']);
    expect(plain(profit.realized)).toBe('20');
    expect(plain(profit.unknown.quantity)).toBe('2');
    expect(plain(profit.unknown.proceeds)).toBe('240');
    expect(plain(profit.open.quantity)).toBe('0');
  });

  it('takes a fee in the base asset out of what was bought, at the price of its trade', () => {
    const profit = profitOf('fifo', ['BUY', '1', '100', '0.001', 'BTC']);
    expect(plain(profit.open.quantity)).toBe('0.999');
    expect(plain(profit.open.cost)).toBe('99.9');
    expect(plain(profit.fees)).toBe('0.1');
    expect(plain(profit.realized)).toBe('0');
  });

  it('loses no amount by dividing: the parts of a purchase add up to its cost', () => {
    const third: Words = ['SELL', '1', '1'];
    const profit = profitOf('average', ['BUY', '3', '1'], third, third, third);
    expect(plain(profit.realized)).toBe('2');
    expect(plain(profit.open.cost)).toBe('0');
  });

  it('names fees whose value is not known', () => {
    const profit = profitOf('fifo', ['BUY', '1', '100', '0.5', 'BNB'], ['SELL', '1', '100', '0.25', 'BNB']);
    expect(plain(profit.fees)).toBe('0');
    expect([...profit.unconvertedFees].map(([asset, fee]) => [asset, plain(fee)])).toEqual([['BNB', '0.75']]);
  });
});

it('adds up income by symbol and asset, without transfers', () => {
  const records = [
    ['', 'TRANSFER', '1000'],
    ['BTCUSDT', 'REALIZED_PNL', '12.5'],
    ['BTCUSDT', 'COMMISSION', '-0.5'],
    ['BTCUSDT', 'FUNDING_FEE', '-0.25'],
    ['BTCUSDT', 'FUNDING_FEE', '0.05'],
    ['BTCUSDT', 'INSURANCE_CLEAR', '-1'],
    ['ETHUSDT', 'REALIZED_PNL', '3'],
  ].map(([symbol, incomeType, amount]) => ({
    symbol: symbol!,
    asset: 'USDT',
    incomeType: incomeType!,
    amount: decimalOf(amount!),
  }));
  const rows = futuresProfit(records).map(({ symbol, asset, ...parts }) => [
    symbol,
    asset,
    ...Object.values(parts).map(plain),
  ]);
  expect(rows).toEqual([
    ['BTCUSDT', 'USDT', '12.5', '-0.2', '0.5', '-1'],
    ['ETHUSDT', 'USDT', '3', '0', '0', '0'],
  ]);
});
