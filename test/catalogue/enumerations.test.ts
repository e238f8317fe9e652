import { describe, expect, it } from 'vitest';
import type { Enumeration } from '../../src/catalogue/enumerations/enumeration.ts';
import { ENUMERATIONS, findEnumerations } from '../../src/catalogue/enumerations.ts';
import * as market from '../../src/catalogue/enums/market.ts';
import * as orders from '../../src/catalogue/enums/orders.ts';
import * as signing from '../../src/catalogue/enums/signing.ts';
import * as streams from '../../src/catalogue/enums/streams.ts';
import * as wallets from '../../src/catalogue/enums/wallets.ts';

const words = { ...market, ...orders, ...signing, ...streams, ...wallets };

const entries = Object.entries<Enumeration>(ENUMERATIONS);

/** The table of the interface document, Order-related enumerations, as it is written there. */
const ORDER_TABLE: readonly [keyof typeof ENUMERATIONS, string][] = [
  [
    'spot-order-type',
    'LIMIT, MARKET, STOP_LOSS, STOP_LOSS_LIMIT, TAKE_PROFIT, TAKE_PROFIT_LIMIT, LIMIT_MAKER',
  ],
  [
    'futures-order-type',
    'LIMIT, MARKET, STOP, TAKE_PROFIT, STOP_MARKET, TAKE_PROFIT_MARKET, TRAILING_STOP_MARKET',
  ],
  ['margin-order-type', 'LIMIT, MARKET, STOP_LOSS_LIMIT, TAKE_PROFIT_LIMIT'],
  ['options-order-type', 'LIMIT, MARKET'],
  ['side', 'BUY, SELL'],
  ['position-side', 'BOTH, LONG, SHORT'],
  ['futures-time-in-force', 'GTC, IOC, FOK, GTX, GTD'],
  ['time-in-force', 'GTC, IOC, FOK'],
  ['self-trade-prevention', 'EXPIRE_TAKER, EXPIRE_MAKER, EXPIRE_BOTH, NONE'],
  ['response-type', 'ACK, RESULT, FULL'],
  ['futures-response-type', 'ACK, RESULT'],
  ['working-type', 'MARK_PRICE, CONTRACT_PRICE'],
  ['price-match', 'NONE, OPPONENT, OPPONENT_5, OPPONENT_10, OPPONENT_20, QUEUE, QUEUE_5, QUEUE_10, QUEUE_20'],
  ['side-effect', 'NO_SIDE_EFFECT, MARGIN_BUY, AUTO_REPAY'],
  ['contract-type', 'PERPETUAL, CURRENT_MONTH, NEXT_MONTH, CURRENT_QUARTER, NEXT_QUARTER'],
  [
    'coinm-income-type',
    'TRANSFER, WELCOME_BONUS, REALIZED_PNL, FUNDING_FEE, COMMISSION, INSURANCE_CLEAR, REFERRAL_KICKBACK',
  ],
  ['interval', '1s, 1m, 3m, 5m, 15m, 30m, 1h, 2h, 4h, 6h, 8h, 12h, 1d, 3d, 1w, 1M'],
  ['statistics-period', '5m, 15m, 30m, 1h, 2h, 4h, 6h, 12h, 1d'],
  [
    'order-status',
    'NEW, PARTIALLY_FILLED, FILLED, CANCELED, PENDING_CANCEL, REJECTED, EXPIRED, EXPIRED_IN_MATCH',
  ],
  ['deposit-status', '0, 6, 1'],
  ['withdraw-status', '0, 1, 2, 3, 4, 5, 6'],
  ['worker-status', '0, 1, 2, 3'],
  [
    'universal-transfer-type',
    'MAIN_C2C, MAIN_UMFUTURE, MAIN_CMFUTURE, MAIN_MARGIN, MAIN_MINING, C2C_MAIN, C2C_UMFUTURE, C2C_MINING, C2C_MARGIN, UMFUTURE_MAIN, UMFUTURE_C2C, UMFUTURE_MARGIN, CMFUTURE_MAIN, CMFUTURE_MARGIN, MARGIN_MAIN, MARGIN_UMFUTURE, MARGIN_CMFUTURE, MARGIN_C2C, MINING_MAIN, MINING_UMFUTURE, MINING_C2C, MARGIN_CROSS_MARGIN, ISOLATEDMARGIN_MARGIN, ISOLATEDMARGIN_ISOLATEDMARGIN',
  ],
  ['sub-account-type', 'SPOT, USDT_FUTURE, COIN_FUTURE, MARGIN, ISOLATED_MARGIN'],
  ['stream-method', 'SUBSCRIBE, UNSUBSCRIBE, LIST_SUBSCRIPTIONS, SET_PROPERTY, GET_PROPERTY'],
];

describe('the enumerations', () => {
  it.each(ORDER_TABLE)('list the values of %s in the order of the interface document', (name, table) => {
    expect(ENUMERATIONS[name].values.join(', ')).toBe(table);
  });

  it('list the futures intervals: those of spot without 1s', () => {
    expect(words.KLINE_INTERVALS_FUTURES).toEqual(words.KLINE_INTERVALS_SPOT.filter((one) => one !== '1s'));
  });

  it('list 24 types of universal transfer', () => {
    expect(words.UNIVERSAL_TRANSFER_TYPES).toHaveLength(24);
  });

  it('list each value once, and explain only listed values', () => {
    for (const [name, enumeration] of entries) {
      expect(new Set(enumeration.values).size, name).toBe(enumeration.values.length);
      const own = enumeration.values.map(String);
      for (const value of Object.keys(enumeration.meanings ?? {})) expect(own, name).toContain(value);
    }
  });

  it('include every list of values of the catalogue', () => {
    const indexed = new Set(entries.map(([, enumeration]) => enumeration.values));
    const missing = Object.entries(words).filter(([, values]) => !indexed.has(values));
    // Booleans need no page, and values added by the live interface are described beside those of the
    // document.
    expect(missing.map(([name]) => name).sort()).toEqual([
      'FUNDING_TRANSFER_TYPES',
      'ISOLATED_TRANSFER_TYPES',
      'OPTION_TRANSFER_TYPES',
      'PERMISSIONS_TODAY',
      'SIDE_EFFECTS_TODAY',
      'STP_MODES_TODAY',
      'TEXT_BOOLEANS',
    ]);
  });

  it('name the source of each', () => {
    for (const [name, { source, origin }] of entries) {
      expect(source, name).toMatch(origin === 'document' ? /^interface document, [A-Z]/ : /^public facts/);
    }
  });
});

describe('findEnumerations', () => {
  it('returns every enumeration that lists a value, whatever its letter case', () => {
    expect(findEnumerations('gtx').map(({ name }) => name)).toEqual(['futures-time-in-force']);
    expect(findEnumerations('STOP_LOSS_LIMIT').map(({ name }) => name)).toEqual([
      'spot-order-type',
      'margin-order-type',
    ]);
    expect(findEnumerations('nonsense')).toEqual([]);
  });
});
