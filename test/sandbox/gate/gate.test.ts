import { describe, expect, it } from 'vitest';
import { endpoint, requiredParam } from '../../../src/catalogue/define.ts';
import { ENDPOINTS } from '../../../src/catalogue/index.ts';
import { symbol } from '../../../src/catalogue/params.ts';
import type { Endpoint, Method } from '../../../src/catalogue/types.ts';
import {
  checkParameters,
  type ParameterCheck,
  readParameters,
} from '../../../src/sandbox/gate/parameters.ts';
import type { WireRequest } from '../../../src/sandbox/types.ts';

function request(changed: Partial<WireRequest> = {}): WireRequest {
  return { method: 'GET', target: '/', headers: {}, body: '', client: 'test', ...changed };
}

function checkQuery(id: string, query: string, headers: WireRequest['headers'] = {}): ParameterCheck {
  const found = ENDPOINTS.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no endpoint ${id}`);
  return checkRequest(found, request({ headers }), query);
}

function checkRequest(endpoint: Endpoint, wire: WireRequest, query: string): ParameterCheck {
  return checkParameters(endpoint, wire, readParameters(wire, query));
}

function refusalOf(check: ParameterCheck) {
  if (!('refusal' in check)) return undefined;
  const { status, code, message } = check.refusal;
  return { status, code, message };
}

function paramsOf(check: ParameterCheck): Record<string, string> {
  if ('refusal' in check) throw new Error(check.refusal.message);
  return Object.fromEntries(check.params);
}

/** [endpoint, query, code, exact text]; the texts are those of the public facts. */
const REFUSALS: readonly (readonly [id: string, query: string, code: number, text: string])[] = [
  [
    'spot.klines',
    'interval=1h',
    -1102,
    "Mandatory parameter 'symbol' was not sent, was empty/null, or malformed.",
  ],
  [
    'spot.klines',
    'symbol=BTCUSDT',
    -1102,
    "Mandatory parameter 'interval' was not sent, was empty/null, or malformed.",
  ],
  ['spot.klines', 'symbol=&interval=1h', -1105, "Parameter 'symbol' was empty."],
  ['spot.klines', 'symbol=BTCUSDT&interval=2m', -1120, 'Invalid interval.'],
  ['spot.klines', 'symbol=BTCUSDT&interval=1H', -1120, 'Invalid interval.'],
  [
    'spot.klines',
    'symbol=BTC%2FUSDT&interval=1h',
    -1100,
    "Illegal characters found in parameter 'symbol'; legal range is '^[A-Z0-9-_.]{1,20}$'.",
  ],
  [
    'spot.klines',
    'symbol=BTCUSDT&interval=1h&limit=ten',
    -1100,
    "Illegal characters found in parameter 'limit'; legal range is '^[0-9]{1,20}$'.",
  ],
  [
    'spot.klines',
    'symbol=BTCUSDT&interval=1h&limit=-1',
    -1100,
    "Illegal characters found in parameter 'limit'; legal range is '^[0-9]{1,20}$'.",
  ],
  [
    'spot.klines',
    'symbol=BTCUSDT&interval=1h&limit=1.5',
    -1100,
    "Illegal characters found in parameter 'limit'; legal range is '^[0-9]{1,20}$'.",
  ],
  [
    'spot.klines',
    'symbol=BTCUSDT&interval=1h&limit=0',
    -1130,
    "Data sent for parameter 'limit' is not valid.",
  ],
  [
    'spot.klines',
    'symbol=BTCUSDT&interval=1h&limit=1001',
    -1130,
    "Data sent for parameter 'limit' is not valid.",
  ],
  [
    'spot.klines',
    'symbol=BTCUSDT&interval=1h&startTime=99999999999999999999',
    -1108,
    "Parameter 'startTime' overflowed.",
  ],
  [
    'spot.klines',
    'symbol=BTCUSDT&interval=1h&timeZone=15',
    -1130,
    "Data sent for parameter 'timeZone' is not valid.",
  ],
  [
    'spot.klines',
    'symbol=BTCUSDT&interval=1h&startTime=2&endTime=1',
    -1128,
    'Combination of optional parameters invalid.',
  ],
  [
    'spot.klines',
    'symbol=BTCUSDT&interval=1h&colour=red',
    -1104,
    "Not all sent parameters were read; read '2' parameter(s) but was sent '3'.",
  ],
  [
    'spot.klines',
    'symbol=BTCUSDT&symbol=BTCUSDT&interval=1h',
    -1101,
    'Duplicate values for a parameter detected.',
  ],
  ['spot.ping', 'x=1', -1101, "Too many parameters; expected '0' and received '1'."],
  ['spot.depth', 'symbol=BTCUSDT&limit=7', -1130, "Data sent for parameter 'limit' is not valid."],
  ['spot.ticker-24hr', 'type=TINY', -1139, 'Invalid ticker type.'],
  [
    'spot.ticker-24hr',
    'symbol=BTCUSDT&symbols=%5B%22ETHUSDT%22%5D',
    -1128,
    'Combination of optional parameters invalid.',
  ],
  ['spot.ticker-24hr', 'symbols=BTCUSDT', -1100, ''],
  [
    'spot.order.get',
    'symbol=BTCUSDT',
    -1102,
    "Param 'origClientOrderId' or 'orderId' must be sent, but both were empty/null!",
  ],
  [
    'spot.order-list.get',
    '',
    -1102,
    "Param 'origClientOrderId' or 'orderListId' must be sent, but both were empty/null!",
  ],
  ['usdm.order.new', 'symbol=A&side=BUY&type=MARKET&quantity=1&goodTillDate=-5', -1100, ''],
  ['spot.klines', 'symbol=btcusdt&interval=1h', -1100, ''],
  [
    'spot.ticker-trading-day',
    '',
    -1102,
    "Param 'symbol' or 'symbols' must be sent, but both were empty/null!",
  ],
  [
    'spot.ticker-trading-day',
    'symbol=BTCUSDT&symbols=%5B%22ETHUSDT%22%5D',
    -1128,
    'Combination of optional parameters invalid.',
  ],
  [
    'spot.ticker-rolling',
    'symbol=BTCUSDT&windowSize=60m',
    -1130,
    "Data sent for parameter 'windowSize' is not valid.",
  ],
  [
    'spot.order.amend',
    'symbol=A&orderId=1&newQty=0',
    -1130,
    "Data sent for parameter 'newQty' is not valid.",
  ],
  [
    'spot.order.cancel',
    'symbol=A&orderId=1&newClientOrderId=a%20b',
    -1100,
    "Illegal characters found in parameter 'newClientOrderId'; legal range is '^[\\.A-Z\\:/a-z0-9_-]{1,36}$'.",
  ],
  [
    'spot.order.cancel',
    `symbol=A&orderId=1&newClientOrderId=${'a'.repeat(37)}`,
    -1100,
    "Illegal characters found in parameter 'newClientOrderId'; legal range is '^[\\.A-Z\\:/a-z0-9_-]{1,36}$'.",
  ],
  [
    'spot.order.cancel',
    'symbol=A&orderId=1&cancelRestrictions=ONLY_FILLED',
    -1145,
    '`cancelRestrictions` has to be either `ONLY_NEW` or `ONLY_PARTIALLY_FILLED`.',
  ],
  ['usdm.depth', 'symbol=A&limit=5001', -4021, "'5001' is not valid depth limit."],
  ['usdm.leverage', 'symbol=A&leverage=126', -4028, 'Leverage `126` is not valid'],
  ['usdm.position-margin', 'symbol=A&amount=0&type=1', -4055, 'Amount must be positive.'],
  ['coinm.position-margin', 'symbol=A&amount=1&type=1&positionSide=X', -4060, 'Invalid position side.'],
  ['usdm.basis', 'pair=A&contractType=WEEKLY&period=5m&limit=1', -4104, 'Invalid contract type.'],
  [
    'usdm.order.batch',
    `batchOrders=${encodeURIComponent(JSON.stringify(Array(6).fill({})))}`,
    -4082,
    'Invalid number of batch place orders: 6',
  ],
  [
    'usdm.all-orders',
    'symbol=A&startTime=0&endTime=604800000',
    -1127,
    'More than 168 hours between startTime and endTime.',
  ],
];

const FUTURES_ORDER = 'symbol=A&side=BUY&type=MARKET&quantity=1';
/** Responses of futures to invalid enum values (public facts, Futures codes). */
const FUTURES_WORDS: readonly (readonly [name: string, code: number, text: string])[] = [
  ['newOrderRespType', -1136, 'Invalid newOrderRespType.'],
  ['workingType', -4031, 'Invalid parameter working type'],
  ['positionSide', -4060, 'Invalid position side.'],
  ['reduceOnly', -4062, 'Invalid or improper reduceOnly value.'],
];

describe('the gate', () => {
  it.each(REFUSALS)('answers %s?%s with %i', (id, query, code, text) => {
    const refusal = refusalOf(checkQuery(id, query));
    expect(refusal).toMatchObject({ status: 400, code });
    if (text !== '') expect(refusal?.message).toBe(text);
  });

  it.each(FUTURES_WORDS)('answers a wrong %s of a futures order with %i', (name, code, message) => {
    for (const id of ['usdm.order.new', 'coinm.order.new']) {
      expect(refusalOf(checkQuery(id, `${FUTURES_ORDER}&${name}=FULL`))).toMatchObject({ code, message });
    }
  });

  it('reports a missing parameter before an unknown one', () => {
    expect(refusalOf(checkQuery('spot.klines', 'symbol=BTCUSDT&colour=red'))?.code).toBe(-1102);
  });

  it('takes the names of futures contracts in lower case, which were refused', () => {
    expect(paramsOf(checkQuery('usdm.klines', 'symbol=btcusdt&interval=1h'))['symbol']).toBe('BTCUSDT');
    expect(paramsOf(checkQuery('coinm.klines', 'symbol=btcusd_perp&interval=1h'))['symbol']).toBe(
      'BTCUSD_PERP',
    );
    const pair = 'pair=btcusdt&contractType=PERPETUAL&interval=1h';
    expect(paramsOf(checkQuery('usdm.continuous-klines', pair))['pair']).toBe('BTCUSDT');
  });

  it('rejects more than 100 symbols', () => {
    const list = JSON.stringify(Array.from({ length: 101 }, (_, index) => `S${index}`));
    const query = `symbols=${encodeURIComponent(list)}`;
    expect(refusalOf(checkQuery('spot.ticker-trading-day', query))?.code).toBe(-1130);
    expect(refusalOf(checkQuery('spot.ticker-rolling', query))?.code).toBe(-1130);
  });

  it('accepts more than 100 symbols where the document states a weight for them', () => {
    const list = JSON.stringify(Array.from({ length: 101 }, (_, index) => `S${index}`));
    expect(refusalOf(checkQuery('spot.ticker-24hr', `symbols=${encodeURIComponent(list)}`))).toBeUndefined();
  });

  it('returns the decoded parameters with the fixed defaults', () => {
    expect(paramsOf(checkQuery('spot.klines', 'symbol=BTCUSDT&interval=1M'))).toEqual({
      symbol: 'BTCUSDT',
      interval: '1M',
      timeZone: '0',
      limit: '500',
    });
    expect(paramsOf(checkQuery('spot.ticker-price', 'symbols=%5B%22BTCUSDT%22%5D'))).toEqual({
      symbols: '["BTCUSDT"]',
    });
  });

  it('clamps the limit of depth', () => {
    expect(paramsOf(checkQuery('spot.depth', 'symbol=BTCUSDT&limit=5000'))['limit']).toBe('5000');
    expect(paramsOf(checkQuery('spot.depth', 'symbol=BTCUSDT&limit=5001'))['limit']).toBe('5000');
    expect(paramsOf(checkQuery('spot.depth', 'symbol=BTCUSDT&limit=99999999999'))['limit']).toBe('5000');
  });

  it('accepts a signature where one of the listings requires it, and rejects it elsewhere', () => {
    const signed = 'symbol=BTCUSDT&timestamp=1&recvWindow=5000&signature=ab';
    expect(paramsOf(checkQuery('spot.historical-trades', signed))['symbol']).toBe('BTCUSDT');
    expect(refusalOf(checkQuery('spot.trades', signed))?.code).toBe(-1101);
  });

  it('rejects microseconds as not simulated instead of answering in milliseconds', () => {
    const checkTimeUnit = (unit: string) =>
      refusalOf(checkQuery('spot.time', '', { 'x-mbx-time-unit': unit }));
    expect(checkTimeUnit('microsecond')).toMatchObject({ code: -1020 });
    expect(checkTimeUnit('MILLISECOND')).toBeUndefined();
    expect(checkTimeUnit('fortnight')).toMatchObject({
      status: 400,
      code: -1194,
      message: 'Invalid value for time unit; expected either MICROSECOND or MILLISECOND.',
    });
  });
});

describe('the parameters of a call', () => {
  const readSent = (method: Method, query: string, body: string) => {
    const found = readParameters(request({ method, body }), query);
    return found === undefined ? undefined : Object.fromEntries(found);
  };

  it('are read from query and body of a POST; the query takes precedence', () => {
    expect(readSent('POST', 'a=1&b=2', 'b=3&c=4')).toEqual({ a: '1', b: '2', c: '4' });
    expect(readSent('DELETE', '', 'c=4')).toEqual({ c: '4' });
    expect(readSent('PUT', 'a=1', '')).toEqual({ a: '1' });
  });

  it('are read only from the query of a GET', () => {
    expect(readSent('GET', 'a=1', 'b=2')).toEqual({ a: '1' });
  });

  it('combine repeated names into a list, as older clients write it', () => {
    const repeated = 'asset=BTC&asset=ETH&amount=1';
    const { params } = ENDPOINTS.find(({ id }) => id === 'funds.dust.convert')!;
    const read = (body: string) => readParameters(request({ method: 'POST', body }), '', params);
    expect(Object.fromEntries(read(repeated)!)).toEqual({ asset: 'BTC,ETH', amount: '1' });
    expect(read(`${repeated}&amount=1`)).toBeUndefined();
  });

  it('are rejected when a name is repeated in the query or in the body, escaped or not', () => {
    expect(readSent('GET', 'a=1&%61=2', '')).toBeUndefined();
    expect(readSent('POST', 'a=1', 'b=1&b=1')).toBeUndefined();
  });
});

describe('the gate of endpoints with conditional rules', () => {
  const order: Endpoint = endpoint({
    id: 'test.order',
    product: 'usdm',
    summary: 'An order to test with',
    origin: 'document',
    method: 'POST',
    path: '/fapi/v1/test',
    security: 'NONE',
    effect: 'dry-run',
    weight: 1,
    params: {
      symbol: requiredParam(symbol),
      side: { type: 'ENUM', about: 'Side', values: ['BUY', 'SELL'] },
      type: { type: 'ENUM', about: 'Type', values: ['LIMIT', 'MARKET'] },
      timeInForce: { type: 'ENUM', about: 'Time in force', values: ['GTC'] },
      quantity: { type: 'DECIMAL', about: 'Quantity', above: 0 },
      newClientOrderId: { type: 'STRING', about: 'Id', maxLength: 36, format: 'client-order-id' },
      startTime: { type: 'LONG', about: 'From', unit: 'ms' },
      endTime: { type: 'LONG', about: 'To', unit: 'ms' },
      orderId: { type: 'LONG', about: 'Id' },
      fromId: { type: 'LONG', about: 'Id' },
    },
    rules: [
      { rule: 'needs-by-value', param: 'type', needs: { LIMIT: ['quantity'] } },
      { rule: 'not-after', from: 'startTime', to: 'endTime' },
      { rule: 'max-span', from: 'startTime', to: 'endTime', ms: 86_400_000 },
      { rule: 'only-with', param: 'fromId', needs: ['orderId'] },
    ],
  }) as Endpoint;
  const check = (body: string) => refusalOf(checkRequest(order, request({ method: 'POST', body }), ''));

  it.each([
    ['symbol=A&side=LONG', -1117, 'Invalid side.'],
    ['symbol=A&type=STOP', -1116, 'Invalid orderType.'],
    ['symbol=A&timeInForce=XYZ', -1115, 'Invalid timeInForce.'],
    ['symbol=A&quantity=0', -4003, 'Quantity less than zero.'],
    [
      'symbol=A&quantity=1e5x',
      -1100,
      "Illegal characters found in parameter 'quantity'; legal range is '^([0-9]{1,20})(\\.[0-9]{1,20})?$'.",
    ],
    ['symbol=A&newClientOrderId=a%20b', -4015, 'Client order id is not valid.'],
    [
      `symbol=A&newClientOrderId=${'a'.repeat(37)}`,
      -4015,
      'Client order id length should not be more than 36 chars',
    ],
    ['symbol=A&startTime=2&endTime=1', -1023, 'Start time is greater than end time.'],
    ['symbol=A&startTime=0&endTime=86400001', -1127, 'More than 24 hours between startTime and endTime.'],
    ['symbol=A&fromId=1', -1128, 'Combination of optional parameters invalid.'],
  ])('answers %s with %i', (body, code, message) => {
    expect(check(body)).toEqual({ status: 400, code, message });
  });

  it('names the parameters that an order type lacks', () => {
    expect(check('symbol=A&type=LIMIT')).toMatchObject({
      code: -1102,
      message: "Mandatory parameter 'quantity' was not sent, was empty/null, or malformed.",
    });
  });
});
