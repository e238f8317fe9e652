/** Writes verdicts as JSON text while they arrive. */
import type { VerdictCounts } from './sources.ts';
import type { DocumentVerdict } from './verdict.ts';

/** Returns a verdict as JSON on one line: `{"source":…,"valid":…,"errors":[…]}`. */
export function verdictJson(verdict: DocumentVerdict): string {
  if (verdict.valid) return `{"source":${JSON.stringify(verdict.source)},"valid":true,"errors":[]}`;
  const { source, valid, errors } = verdict;
  return JSON.stringify({ source, valid, errors });
}

/** The maximum length of a report that is written in one piece. */
const WHOLE_LENGTH_MAX = 64 * 1024;

/**
 * Yields the text `{"valid":…,"documents":[…]}` and counts the verdicts in `counts`. A report of more than 64
 * KiB is written in parts with `valid` at the end, because the result is known only after the last document.
 */
export async function* reportJson(
  batches: AsyncIterable<readonly DocumentVerdict[]>,
  counts: VerdictCounts,
): AsyncGenerator<string> {
  let pending = '';
  let isBegun = false;
  for await (const batch of batches) {
    for (const verdict of batch) {
      const separator = pending !== '' || isBegun ? ',' : '';
      counts.count(verdict);
      pending += separator + verdictJson(verdict);
    }
    if (!isBegun && pending.length <= WHOLE_LENGTH_MAX) continue;
    yield isBegun ? pending : `{"documents":[${pending}`;
    pending = '';
    isBegun = true;
  }
  const valid = counts.isValid;
  yield isBegun ? `${pending}],"valid":${valid}}\n` : `{"valid":${valid},"documents":[${pending}]}\n`;
}

/** Yields one line of JSON for each verdict and counts the verdicts in `counts`. */
export function reportLines(
  batches: AsyncIterable<readonly DocumentVerdict[]>,
  counts: VerdictCounts,
): AsyncGenerator<string> {
  return reportTexts(batches, counts, (verdict) => `${verdictJson(verdict)}\n`);
}

/** Yields the text of each batch of verdicts, empty texts left out, and counts the verdicts in `counts`. */
export async function* reportTexts(
  batches: AsyncIterable<readonly DocumentVerdict[]>,
  counts: VerdictCounts,
  textOf: (verdict: DocumentVerdict) => string,
): AsyncGenerator<string> {
  for await (const batch of batches) {
    let text = '';
    for (const verdict of batch) {
      counts.count(verdict);
      text += textOf(verdict);
    }
    if (text !== '') yield text;
  }
}
