/** Rules between the arguments of margin orders, transfers, dust conversion, redemptions and quotes. */
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import type { UnixMs } from '../../src/core/words.ts';
import { readArguments } from '../../src/request/arguments.ts';
import { prepareRequest } from '../../src/request/prepare.ts';

const NOW = 1_710_506_096_789 as UnixMs;

/** Returns words such as "asset=USDT" as typed arguments. */
function typedArguments(line: string) {
  return line
    .split(' ')
    .filter(Boolean)
    .map((word) => ({ name: word.slice(0, word.indexOf('=')), text: word.slice(word.indexOf('=') + 1) }));
}

const find = (id: string) => ENDPOINTS.find((one) => one.id === id)!;
const faultsOf = (id: string, line: string) =>
  readArguments(find(id), typedArguments(line), { now: NOW }).faults.map(({ rule }) => rule);
const bodyOf = (id: string, line: string) =>
  prepareRequest(find(id), typedArguments(line), { now: NOW }).request.body;

const BUY = 'symbol=BTCUSDT side=BUY';

describe('margin orders', () => {
  it.each([
    'type=LIMIT timeInForce=GTC quantity=1 price=2',
    'type=MARKET quantity=1',
    'type=MARKET quoteOrderQty=50 sideEffectType=MARGIN_BUY',
    'type=STOP_LOSS_LIMIT timeInForce=GTC quantity=1 price=2 stopPrice=3',
    'type=TAKE_PROFIT_LIMIT timeInForce=IOC quantity=1 price=2 stopPrice=3 isIsolated=TRUE',
  ])('are allowed with %s', (line) => {
    expect(faultsOf('margin.order.new', `${BUY} ${line}`)).toEqual([]);
  });

  it.each([
    ['type=LIMIT quantity=1 price=2', 'needs-by-value'],
    ['type=MARKET', 'needs-by-value'],
    ['type=MARKET quantity=1 quoteOrderQty=50', 'at-most-one'],
    ['type=STOP_LOSS_LIMIT timeInForce=GTC quantity=1 price=2', 'needs-by-value'],
    ['type=STOP_LOSS quantity=1 stopPrice=3', 'values'],
    ['type=MARKET quantity=1 sideEffectType=BORROW_REPAY', 'values'],
    ['type=MARKET quantity=-1', 'above'],
  ])('are refused with %s', (line, rule) => {
    expect(faultsOf('margin.order.new', `${BUY} ${line}`)).toEqual([rule]);
  });
});

describe('borrowing', () => {
  it('needs a symbol for an isolated account only', () => {
    expect(faultsOf('margin.borrow', 'asset=BTC amount=1')).toEqual([]);
    expect(faultsOf('margin.borrow', 'asset=BTC amount=1 isIsolated=TRUE')).toEqual(['needs-by-value']);
    expect(faultsOf('margin.borrow', 'asset=BTC amount=1 isIsolated=TRUE symbol=BTCUSDT')).toEqual([]);
    expect(faultsOf('margin.open-orders', 'isIsolated=TRUE')).toEqual(['needs-by-value']);
  });

  it('sends isIsolated in capitals, however it is typed', () => {
    const body = bodyOf('margin.borrow', 'asset=BTC amount=1e-3 isIsolated=true symbol=btcusdt');
    expect(body).toBe('asset=BTC&amount=0.001&isIsolated=TRUE&symbol=BTCUSDT');
  });

  it('is listed by transaction id or from a start time', () => {
    expect(faultsOf('margin.loans', 'asset=BTC')).toEqual(['at-least-one']);
    expect(faultsOf('margin.loans', 'asset=BTC txId=7')).toEqual([]);
    expect(faultsOf('margin.loans', 'asset=BTC startTime=-7d')).toEqual([]);
  });
});

describe('transfers', () => {
  it('have 24 types, of which the isolated ones need their symbols', () => {
    expect(find('funds.transfer').params['type']!.values).toHaveLength(24);
    const rest = 'asset=USDT amount=1';
    expect(faultsOf('funds.transfer', `type=MAIN_UMFUTURE ${rest}`)).toEqual([]);
    expect(faultsOf('funds.transfer', `type=ISOLATEDMARGIN_MARGIN ${rest}`)).toEqual(['needs-by-value']);
    expect(faultsOf('funds.transfer', `type=ISOLATEDMARGIN_MARGIN ${rest} fromSymbol=BTCUSDT`)).toEqual([]);
    const both = `type=ISOLATEDMARGIN_ISOLATEDMARGIN ${rest}`;
    expect(faultsOf('funds.transfer', both)).toEqual(['needs-by-value', 'needs-by-value']);
    expect(faultsOf('funds.transfer', `${both} fromSymbol=BTCUSDT toSymbol=ETHUSDT`)).toEqual([]);
  });

  it('to an isolated margin wallet of a sub-account need its symbol', () => {
    const rest = 'fromAccountType=SPOT asset=USDT amount=1';
    expect(faultsOf('sub.transfer.universal', `${rest} toAccountType=MARGIN`)).toEqual([]);
    expect(faultsOf('sub.transfer.universal', `${rest} toAccountType=ISOLATED_MARGIN`)).toEqual([
      'needs-by-value',
    ]);
  });

  it('are listed by sender or recipient, not by both', () => {
    const line = 'fromEmail=a@b.example toEmail=c@d.example';
    expect(faultsOf('sub.transfer.history', line)).toEqual(['at-most-one']);
  });
});

describe('a dust conversion', () => {
  it('sends its assets separated by commas, however the list is typed', () => {
    const wanted = 'asset=ETH%2CLTC';
    expect(bodyOf('funds.dust.convert', 'asset=ETH,LTC')).toBe(wanted);
    expect(bodyOf('funds.dust.convert', 'asset=["ETH","LTC"]')).toBe(wanted);
    expect(bodyOf('funds.dust.convert', 'asset=ETH asset=LTC')).toBe(wanted);
  });

  it('is refused with an empty list or an empty asset', () => {
    expect(faultsOf('funds.dust.convert', '')).toEqual(['missing']);
    expect(faultsOf('funds.dust.convert', 'asset=')).toEqual(['empty']);
    expect(faultsOf('funds.dust.convert', 'asset=ETH,,LTC')).toEqual(['empty']);
  });
});

describe('a redemption', () => {
  it('needs an amount unless everything is redeemed', () => {
    expect(faultsOf('earn.flexible.redeem', 'productId=USDT001')).toEqual(['needs-by-value']);
    expect(faultsOf('earn.flexible.redeem', 'productId=USDT001 amount=5')).toEqual([]);
    expect(faultsOf('earn.flexible.redeem', 'productId=USDT001 redeemAll=true')).toEqual([]);
  });
});

describe('quotes', () => {
  it('need exactly one of the two amounts', () => {
    const pair = 'fromAsset=USDT toAsset=BTC';
    expect(faultsOf('convert.quote', pair)).toEqual(['exactly-one']);
    expect(faultsOf('convert.quote', `${pair} fromAmount=1 toAmount=1`)).toEqual(['exactly-one']);
    expect(faultsOf('convert.quote', `${pair} fromAmount=100 validTime=30s`)).toEqual([]);
  });
});

describe('time windows', () => {
  it.each([
    ['funds.deposits', 'startTime', 'endTime', 90, ''],
    ['funds.dividends', 'startTime', 'endTime', 180, ''],
    ['funds.snapshot', 'startTime', 'endTime', 30, 'type=SPOT'],
    ['c2c.orders', 'startTimestamp', 'endTimestamp', 30, 'tradeType=BUY'],
    ['convert.trades', 'startTime', 'endTime', 30, ''],
    ['margin.my-trades', 'startTime', 'endTime', 1, 'symbol=BTCUSDT'],
  ])('of %s (%s to %s) span at most %i days', (id, from, to, days, rest) => {
    const window = (ms: number) => `${from}=1700000000000 ${to}=${1_700_000_000_000 + ms} ${rest}`;
    expect(faultsOf(id, window(days * 86_400_000))).toEqual([]);
    expect(faultsOf(id, window(days * 86_400_000 + 1))).toEqual(['max-span']);
    expect(faultsOf(id, window(-1))).toEqual(['not-after']);
  });
});
