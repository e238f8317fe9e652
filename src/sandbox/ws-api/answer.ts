/** Answers of the WebSocket API: the REST answer as a text frame (public facts, WebSocket API). */
import * as LIMITS from '../../catalogue/limits/orders.ts';
import type { LimitSet, OrderLimits } from '../../catalogue/limits/sets.ts';
import type { WsApiProduct } from '../../catalogue/ws-apis.ts';
import { stringifyJson } from '../../core/json.ts';
import type { JsonValue } from '../../core/words.ts';
import type { TimeUnit } from '../streams/message.ts';
import type { WireAnswer } from '../types.ts';

/** The form of an answer. */
export interface AnswerForm {
  readonly id: JsonValue;
  readonly showsLimits: boolean;
  /** The limit of request weight per minute. */
  readonly weightLimit: number;
  /** The order limits that the answer reports. */
  readonly orderLimits: OrderLimits;
  readonly unit: TimeUnit;
  /** The exchange time, from which `retryAfter` is calculated. */
  readonly now: number;
}

/** Returns the text of the frame of an answer. */
export function answerText(
  answer: WireAnswer,
  { id, showsLimits, weightLimit, orderLimits, unit, now }: AnswerForm,
): string {
  const prefix = `{"id":${stringifyJson(id)},"status":${answer.status}`;
  const limits = showsLimits ? rateLimits(answer.headers, weightLimit, orderLimits) : [];
  const suffix = limits.length === 0 ? '}' : `,"rateLimits":${JSON.stringify(limits)}}`;
  if (answer.status === 200) {
    const result = unit === 'MICROSECOND' ? inMicroseconds(answer.body) : answer.body;
    return `${prefix},"result":${result}${suffix}`;
  }
  const retryAfter = answer.headers['Retry-After'];
  const data =
    retryAfter === undefined
      ? ''
      : `,"data":{"serverTime":${now},"retryAfter":${now + Number(retryAfter) * 1000}}`;
  return `${prefix},"error":${answer.body.slice(0, -1)}${data}}${suffix}`;
}

interface RateLimit {
  readonly rateLimitType: 'REQUEST_WEIGHT' | 'ORDERS';
  readonly interval: string;
  readonly intervalNum: number;
  readonly limit: number;
  readonly count: number;
}

const INTERVALS: Readonly<Record<string, string>> = { S: 'SECOND', M: 'MINUTE', H: 'HOUR', D: 'DAY' };

/** Returns the rate limits that the headers of an answer report, order counts first. */
function rateLimits(
  headers: Readonly<Record<string, string>>,
  weightLimit: number,
  orderLimits: OrderLimits,
): readonly RateLimit[] {
  const found = Object.entries(headers).flatMap(([name, count]) => {
    const [, what, length, letter] = /^X-MBX-(USED-WEIGHT|ORDER-COUNT)-(\d+)([SMHD])$/i.exec(name) ?? [];
    if (what === undefined) return [];
    const isWeight = what.toUpperCase() === 'USED-WEIGHT';
    const limit = isWeight ? weightLimit : orderLimits[ORDER_WINDOWS[`${length}${letter!.toUpperCase()}`]!];
    if (limit === undefined) return [];
    const row: RateLimit = {
      rateLimitType: isWeight ? 'REQUEST_WEIGHT' : 'ORDERS',
      interval: INTERVALS[letter!.toUpperCase()]!,
      intervalNum: Number(length),
      limit,
      count: Number(count),
    };
    return [row];
  });
  return found.sort((a, b) => (a.rateLimitType < b.rateLimitType ? -1 : 1));
}

/** The limits of the windows in which orders are counted, by the end of the name of the header. */
const ORDER_WINDOWS: Readonly<Record<string, keyof OrderLimits>> = {
  '1S': 'perSecond',
  '10S': 'perTenSeconds',
  '1M': 'perMinute',
  '1D': 'perDay',
};

/**
 * Returns the order limits that the answers of an API report. Spot also reports the windows that it only counts, with
 * the limit of the set that limits them; futures report only what is limited, which both may count together.
 */
export function reportedOrderLimits(
  api: WsApiProduct,
  { orders, sharesFutures }: Pick<LimitSet, 'orders' | 'sharesFutures'>,
): OrderLimits {
  if (api !== 'spot') return orders[sharesFutures ? 'usdm' : api];
  return {
    perSecond: LIMITS.spotOrdersSecond.value,
    perTenSeconds: LIMITS.spotOrdersTenSeconds.value,
    perDay: LIMITS.spotOrdersDay.value,
    ...orders.spot,
  };
}

/** Matches the time fields of results; in candle rows, the first and the seventh value are times. */
const TIME_FIELD =
  /"(serverTime|time|updateTime|transactTime|transactionTime|workingTime|trailingTime|openTime|closeTime|authorizedSince|connectedSince|T)":(\d{13})(?=[,}])/g;
const CANDLE = /\[(\d{13})((?:,"[^"]*"){5}),(\d{13}),/g;

function inMicroseconds(body: string): string {
  return body.replace(TIME_FIELD, '"$1":$2000').replace(CANDLE, '[$1000$2,$3999,');
}
