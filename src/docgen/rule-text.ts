/** Describes the rules between parameters in sentences. */

import type { Endpoint, Paging, Requirement, Rule } from '../catalogue/types.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../core/time-units.ts';
import { code } from './markdown.ts';

/** Returns one rule as sentences. */
export function ruleLines(rule: Rule): string[] {
  switch (rule.rule) {
    case 'at-least-one':
      return [`At least one of ${names(rule.of, 'and')}.`];
    case 'exactly-one':
      return [`Exactly one of ${names(rule.of, 'and')}.`];
    case 'at-most-one':
      return [`At most one of ${names(rule.of, 'and')}.`];
    case 'only-with':
      return [`${code(rule.param)} only together with ${names(rule.needs, 'and')}.`];
    case 'needs-by-value':
      return Object.entries(rule.needs).map(
        ([value, needs]) => `${code(rule.param)} ${code(value)} needs ${needs.map(needText).join(', ')}.`,
      );
    case 'combinations':
      return [
        `Allowed combinations of ${names(rule.of, 'and')}: ${rule.allowed
          .map((one) => (one.length === 0 ? 'none' : one.map(code).join(' + ')))
          .join('; ')}.`,
      ];
    case 'max-span':
      return [`${code(rule.from)} to ${code(rule.to)} spans ${mostText(rule.ms)}.`];
    case 'not-after':
      return [`${code(rule.from)} is not after ${code(rule.to)}.`];
    case 'conflict':
      return [conflictText(rule)];
    case 'address-of-chain':
      return [`${code(rule.param)} has the form of the chain in ${code(rule.chain)}.`];
  }
}

function conflictText({ param, values, beside, is }: Extract<Rule, { readonly rule: 'conflict' }>): string {
  const valued = (name: string, list: readonly string[] | undefined) =>
    list === undefined ? code(name) : `${code(name)} ${names(list, 'or')}`;
  return `No ${valued(param, values)}${beside === undefined ? '' : ` with ${valued(beside, is)}`}.`;
}

/** Returns a sentence on how the endpoint is paged; undefined for an endpoint without pages. */
export function pagingLine({ pages }: Endpoint): string | undefined {
  return pages === undefined ? undefined : `${code('--all')} fetches all pages ${pagingText(pages)}.`;
}

function pagingText(pages: Paging): string {
  switch (pages.by) {
    case 'time':
      return pages.spanMs === undefined
        ? `by time, from ${code(pages.from)} to ${code(pages.to)}`
        : `by time, in windows of ${spanText(pages.spanMs)} from ${code(pages.from)} to ${code(pages.to)}`;
    case 'id':
      return `by id, from ${code(pages.from)} on`;
    case 'page':
      return `page by page, counted by ${code(pages.page)}`;
    case 'offset':
      return `by ${code(pages.offset)}`;
  }
}

function needText(need: Requirement<string>): string {
  if (typeof need === 'string') return code(need);
  return 'anyOf' in need
    ? names(need.anyOf, 'or')
    : `${code(need.param)} unless ${code(need.unless)} is sent`;
}

function names(words: readonly string[], last: 'and' | 'or'): string {
  const written = words.map(code);
  return written.length < 2
    ? written.join('')
    : `${written.slice(0, -1).join(', ')} ${last} ${written.at(-1)}`;
}

/**
 * Returns the longest allowed time span in words; a span 1 ms shorter than whole days is written as "less
 * than" those days.
 */
function mostText(ms: number): string {
  return (ms + 1) % DAY_MS === 0 ? `less than ${spanText(ms + 1)}` : `at most ${spanText(ms)}`;
}

function spanText(ms: number): string {
  const units: readonly (readonly [number, string])[] = [
    [DAY_MS, 'day'],
    [HOUR_MS, 'hour'],
    [MINUTE_MS, 'minute'],
    [SECOND_MS, 'second'],
  ];
  const [size, word] = units.find(([one]) => ms % one === 0) ?? [1, 'ms'];
  const count = ms / size;
  return word === 'ms' ? `${count} ms` : `${count} ${word}${count === 1 ? '' : 's'}`;
}
