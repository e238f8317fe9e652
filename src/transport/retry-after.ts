/** How long a server that has had enough wants to be left alone. */
import * as LIMITS from '../catalogue/limits/requests.ts';
import type { Answer } from '../request/types.ts';

/** A wait of nothing would hammer a server that just asked for less. */
export const RETRY_AFTER_MIN_MS = 1_000;

/** No ban is longer (interface document, Errors); a larger number is a mistake or an attack. */
export const RETRY_AFTER_MAX_MS = LIMITS.banMax.value;

/** What a firewall answer is left alone for: it names no time of its own. */
export const FIREWALL_PAUSE_MS = 300_000;

/** Weight and order windows of the exchange are whole minutes. */
const WINDOW_MS = 60_000;

/** Past a window's end, so that the request does not arrive in the window it waited out. */
const WINDOW_SLACK_MS = 100;

/** What of an answer can tell a wait. */
type DelayedAnswer = Pick<Answer, 'status' | 'headers' | 'body' | 'receivedAt'>;

/**
 * Returns the milliseconds to wait after an answer 429, 418 or 503, from 1 s to 3 days: the largest of what
 * Retry-After (seconds or a date, also several of them) and a text "banned until <ms>" say. Where nothing is
 * said: until the next minute begins, or for a ban the shortest there is.
 */
export function retryAfterOf(answer: DelayedAnswer): number {
  const delays = statedDelays(answer);
  if (delays.length > 0) return clamp(Math.max(...delays));
  if (answer.status === 418) return LIMITS.banMin.value;
  return clamp(WINDOW_MS - (answer.receivedAt % WINDOW_MS) + WINDOW_SLACK_MS);
}

/** Returns the wait that an answer names itself, 1 s to 3 days, or undefined where it names none. */
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
