/** COIN-M endpoints of the live exchange that the interface document lacks (today's interface, COIN-M rows). */
import { HOUR_MS } from '../../../../src/core/time-units.ts';
import { record, type Shape } from '../../response-shape.ts';
import type { AnswerRows, EndpointCall } from '../endpoint-calls.ts';
import type { TradingWeek } from '../trading-week.ts';

const CONTRACT = { symbol: 'BTCUSD_PERP' } as const;
const PAIR = { pair: 'BTCUSD' } as const;
const TRADES: Shape = [record('id:i price:d qty:d baseQty:d time:t isBuyerMaker:b')];
const PRICE: Shape = [record('symbol:s ps:s price:d time:t')];
const BOOK: Shape = [record('lastUpdateId:i symbol:s pair:s bidPrice:d bidQty:d askPrice:d askQty:d time:t')];
const FUNDING: Shape = [record('symbol:s fundingTime:t fundingRate:d markPrice:d')];
const CONTRACT_TYPES = 'PERPETUAL|CURRENT_QUARTER|NEXT_QUARTER';

const halfDay = ({ clock }: TradingWeek) => ({
  startTime: clock.now() - 12 * HOUR_MS,
  endTime: clock.now(),
  limit: 5,
});

/** Returns the calls of a statistic: its newest rows, and those of a window, also of another contract type. */
function statistic(
  shape: ReturnType<typeof record>,
  type: 'any' | 'needed' | 'none',
): readonly EndpointCall[] {
  const params = { ...PAIR, period: '1h' } as const;
  const needed = { ...params, ...(type === 'needed' ? { contractType: 'PERPETUAL' } : {}) };
  const other = { ...params, ...(type === 'none' ? {} : { contractType: 'NEXT_QUARTER' }) };
  return [
    { params: needed, shape: [shape] },
    { params: (tradingWeek) => ({ ...other, ...halfDay(tradingWeek) }), shape: [shape] },
  ];
}

export const coinmTodayRows: AnswerRows = {
  'coinm.ping': [{ shape: {} }],
  'coinm.trades': [{ params: { ...CONTRACT, limit: 5 }, shape: TRADES }],
  'coinm.historical-trades': [
    { params: { ...CONTRACT, fromId: 1000, limit: 5 }, shape: TRADES },
    { params: CONTRACT, shape: TRADES },
  ],
  'coinm.funding-rate': [
    { params: CONTRACT, shape: FUNDING },
    { params: (tradingWeek) => ({ ...CONTRACT, ...halfDay(tradingWeek) }), shape: FUNDING },
  ],
  'coinm.funding-info': [{ shape: [record('symbol:s'), 'no contract has a funding of its own'] }],
  'coinm.ticker-price': [
    { params: CONTRACT, shape: PRICE },
    { params: PAIR, shape: PRICE },
    { shape: PRICE },
  ],
  'coinm.ticker-book': [{ params: CONTRACT, shape: BOOK }, { params: PAIR, shape: BOOK }, { shape: BOOK }],
  'coinm.open-interest': [
    {
      params: CONTRACT,
      shape: record(`symbol:s pair:s openInterest:d contractType:=${CONTRACT_TYPES} time:t`),
    },
  ],
  'coinm.constituents': [
    {
      params: { symbol: 'BTCUSD' },
      shape: { symbol: 's', time: 't', constituents: [record('exchange:s symbol:s price:d weight:d')] },
    },
  ],
  'coinm.open-interest-history': statistic(
    record(`pair:s contractType:=ALL|${CONTRACT_TYPES} sumOpenInterest:d sumOpenInterestValue:d timestamp:t`),
    'any',
  ),
  'coinm.long-short.top-accounts': statistic(
    record('pair:s longShortRatio:d longAccount:d shortAccount:d timestamp:t'),
    'any',
  ),
  'coinm.long-short.top-positions': statistic(
    record('pair:s longShortRatio:d longPosition:d shortPosition:d timestamp:t'),
    'none',
  ),
  'coinm.long-short.accounts': statistic(
    record('pair:s longShortRatio:d longAccount:d shortAccount:d timestamp:t'),
    'any',
  ),
  'coinm.taker-volume': statistic(
    record(
      `pair:s contractType:=${CONTRACT_TYPES} takerBuyVol:d takerSellVol:d takerBuyVolValue:d takerSellVolValue:d timestamp:t`,
    ),
    'needed',
  ),
  'coinm.basis': statistic(
    record(
      `indexPrice:d contractType:=${CONTRACT_TYPES} basisRate:d futuresPrice:d annualizedBasisRate:s basis:d pair:s timestamp:t`,
    ),
    'needed',
  ),
  'coinm.balance': [
    {
      shape: [
        record(
          'accountAlias:s asset:s balance:d crossWalletBalance:d crossUnPnl:d availableBalance:d withdrawAvailable:d updateTime:t',
        ),
      ],
    },
  ],
};
