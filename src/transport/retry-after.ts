/** The time to wait after the exchange refused a request because there were too many. */

import * as LIMITS from '../catalogue/limits/requests.ts';
import { MINUTE_MS } from '../core/time-units.ts';
import type { Answer } from '../request/types.ts';

/** The shortest wait in ms, whatever the server states. */
export const RETRY_AFTER_MIN_MS = 1_000;

/** The longest wait in ms: no ban is longer (interface document, Errors). */
export const RETRY_AFTER_MAX_MS = LIMITS.banMax.value;

/** The wait in ms after a refusal by the firewall, which states none. */
export const FIREWALL_PAUSE_MS = 300_000;

/** The length of the windows in which the exchange's limits count: one minute, in ms. */
const WINDOW_MS = MINUTE_MS;

/**
 * The time in ms that is added to the wait, so that the request does not arrive before the next window
 * begins.
 */
const WINDOW_SLACK_MS = 100;

/** The parts of an answer that can state a wait. */
type DelayedAnswer = Pick<Answer, 'status' | 'headers' | 'body' | 'receivedAt'>;

/**
 * Returns the milliseconds to wait after an answer 429, 418 or 503, from 1 s to 3 days: the longest that a
 * Retry-After header (seconds or dates) or a text "banned until <ms>" states. Without either: until the next
 * minute begins. A ban lasts two minutes at least, whatever is stated.
 */
export function retryAfterOf(answer: DelayedAnswer): number {
  const delays = statedDelays(answer);
  if (answer.status === 418) return clamp(Math.max(LIMITS.banMin.value, ...delays));
  if (delays.length > 0) return clamp(Math.max(...delays));
  return clamp(WINDOW_MS - (answer.receivedAt % WINDOW_MS) + WINDOW_SLACK_MS);
}

/** Returns the wait that an answer states, in ms from 1 s to 3 days; undefined if the answer states none. */
export function statedRetryAfter(answer: DelayedAnswer): number | undefined {
  const delays = statedDelays(answer);
  return delays.length === 0 ? undefined : clamp(Math.max(...delays));
}

function clamp(ms: number): number {
  return Math.min(RETRY_AFTER_MAX_MS, Math.max(RETRY_AFTER_MIN_MS, Math.ceil(ms)));
}

const HTTP_DATE = /[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT/g;
const SECONDS = /^[+-]?\d{1,12}(\.\d{1,6})?$/;

function statedDelays(answer: DelayedAnswer): number[] {
  const header = answer.headers['retry-after'] ?? '';
  const delays: number[] = [];
  for (const date of header.match(HTTP_DATE) ?? []) delays.push(Date.parse(date) - answer.receivedAt);
  for (const part of header.replace(HTTP_DATE, '').split(',')) {
    const text = part.trim();
    if (SECONDS.test(text)) delays.push(Number(text) * 1000);
  }
  const banned = /banned until (\d{13})\b/.exec(answer.body.slice(0, 2_000));
  if (banned !== null) delays.push(Number(banned[1]) - answer.receivedAt);
  return delays.filter((wait) => Number.isFinite(wait));
}

/** Returns the time of the Date header in Unix ms; undefined without a valid header. */
export function serverDateOf(answer: Pick<Answer, 'headers'>): number | undefined {
  const header = answer.headers['date'];
  if (header === undefined || header.length > 40) return undefined;
  // The answers of one second have the same header.
  if (header !== lastDate.header) lastDate = { header, time: Date.parse(header) };
  const { time } = lastDate;
  return Number.isFinite(time) && time > 0 ? time : undefined;
}

/** The Date header that was read last. */
let lastDate = { header: '', time: Number.NaN };
