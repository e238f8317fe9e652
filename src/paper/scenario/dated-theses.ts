/** Reads theses that state themselves when they were decided. */
import { readJson } from '../../core/json.ts';
import { parseTime } from '../../core/time.ts';
import { isObject, type JsonValue, unixMs } from '../../core/words.ts';
import { EXPONENT_MAX } from '../../thesis/json-number.ts';
import { numbersWithinReach } from '../canonical.ts';
import { BadRecord, displayValue, FaultList } from './faults.ts';
import type { TimedThesis } from './reader.ts';
import { THESIS_DEPTH_MAX, thesisOf } from './thesis-text.ts';

/** A thesis with the number of its line, counted from 1. */
export interface DatedThesis extends TimedThesis {
  readonly line: number;
}

/** A date and a time with a zone; without a zone the time would depend on who reads it. */
const WITH_ZONE = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d.*(?:[Zz]|[+-]\d\d(?::?\d\d)?)$/;

/**
 * Returns the theses of a text, one JSON value or one on each line, with the times of their `provenance.generated_at`,
 * cut down to whole milliseconds. `source` names the text in errors. Throws a usage error `bad_scenario` that lists the
 * theses without such a time.
 */
export function readDatedTheses(text: string, source: string, isAgain: boolean): readonly DatedThesis[] {
  const isOne = readJson(text, { maxDepth: THESIS_DEPTH_MAX }).ok;
  const faults = new FaultList();
  const theses: DatedThesis[] = [];
  for (const [index, line] of (isOne ? [text] : text.split('\n')).entries()) {
    if (line.trim() === '') continue;
    try {
      theses.push({ ...readDatedThesis(line), isAgain, line: index + 1 });
    } catch (thrown) {
      if (!(thrown instanceof BadRecord)) throw thrown;
      faults.add(index + 1, thrown.fault);
      if (faults.isFull) break;
    }
  }
  faults.throwIfAny(source);
  return theses;
}

function readDatedThesis(text: string): Omit<DatedThesis, 'isAgain' | 'line'> {
  const outcome = readJson(text, { maxDepth: THESIS_DEPTH_MAX });
  if (!outcome.ok || !isObject(outcome.value)) {
    const found = outcome.ok ? displayValue(outcome.value) : `other text: ${outcome.fault}`;
    throw new BadRecord({ path: '', expected: 'a thesis, one JSON object', found });
  }
  if (!numbersWithinReach(outcome.value)) {
    throw new BadRecord({
      path: '',
      expected: `numbers d × 10^e with 1 ≤ d < 10 and e from -${EXPONENT_MAX} to ${EXPONENT_MAX}`,
      found: 'a number out of reach',
    });
  }
  return { time: decisionTime(outcome.value), thesis: thesisOf(text, outcome.value) };
}

/** Returns the time at which a thesis was decided, in Unix ms. Throws BadRecord. */
function decisionTime(document: { readonly [name: string]: JsonValue }): number {
  const provenance = Object.hasOwn(document, 'provenance') ? document['provenance'] : undefined;
  const written =
    isObject(provenance) && Object.hasOwn(provenance, 'generated_at')
      ? provenance['generated_at']
      : undefined;
  const time =
    typeof written === 'string' && WITH_ZONE.test(written) ? parseTime(written, unixMs(0)) : undefined;
  if (time !== undefined) return time;
  throw new BadRecord({
    path: '/provenance/generated_at',
    expected: 'a time with a zone, such as "2026-01-01T00:00:00Z"',
    found: displayValue(written),
    fix: 'State in each thesis when it was decided; a replay depends on it.',
  });
}

/** Throws a usage error `bad_scenario` that lists the theses before the start of a replay, if there are any. */
export function refuseEarly(theses: readonly DatedThesis[], start: number, source: string): void {
  const faults = new FaultList();
  for (const { line, time } of theses) {
    if (time >= start || faults.isFull) continue;
    faults.add(line, {
      path: '/provenance/generated_at',
      expected: `a time at or after start, ${start}`,
      found: String(time),
    });
  }
  faults.throwIfAny(source);
}
