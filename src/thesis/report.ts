/** The verdicts as JSON text, written as they come. */
import type { VerdictCounts } from './sources.ts';
import type { DocumentVerdict } from './verdict.ts';

/** Returns a verdict as JSON on one line: `{"source":…,"valid":…,"errors":[…]}`. */
export function verdictJson(verdict: DocumentVerdict): string {
  if (verdict.valid) return `{"source":${JSON.stringify(verdict.source)},"valid":true,"errors":[]}`;
  const { source, valid, errors } = verdict;
  return JSON.stringify({ source, valid, errors });
}

/** Up to this length a report is written whole. */
const WHOLE_LENGTH_MAX = 64 * 1024;

/**
 * Yields `{"valid":…,"documents":[…]}` and counts in `tally`. Whether all are valid is known only after the
 * last, so a report of more than 64 KiB is written piece by piece, with `valid` at the end.
 */
export async function* reportJson(
  batches: AsyncIterable<readonly DocumentVerdict[]>,
  tally: VerdictCounts,
): AsyncGenerator<string> {
  let pending = '';
  let isBegun = false;
  for await (const batch of batches) {
    for (const verdict of batch) {
      const separator = pending !== '' || isBegun ? ',' : '';
      tally.count(verdict);
      pending += separator + verdictJson(verdict);
    }
    if (!isBegun && pending.length <= WHOLE_LENGTH_MAX) continue;
    yield isBegun ? pending : `{"documents":[${pending}`;
    pending = '';
    isBegun = true;
  }
  const valid = tally.isValid;
  yield isBegun ? `${pending}],"valid":${valid}}\n` : `{"valid":${valid},"documents":[${pending}]}\n`;
}

/** Yields a line for each verdict and counts in `tally`. */
export async function* reportLines(
  batches: AsyncIterable<readonly DocumentVerdict[]>,
  tally: VerdictCounts,
): AsyncGenerator<string> {
  for await (const batch of batches) {
    let text = '';
    for (const verdict of batch) {
      tally.count(verdict);
      text += `${verdictJson(verdict)}\n`;
    }
    yield text;
  }
}
