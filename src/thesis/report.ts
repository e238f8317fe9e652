/** The verdicts as JSON text, written as they come. */
import type { Tally } from './sources.ts';
import type { DocumentVerdict } from './verdict.ts';

/** Returns a verdict as JSON on one line: `{"source":…,"valid":…,"errors":[…]}`. */
export function verdictJson(verdict: DocumentVerdict): string {
  if (verdict.valid) return `{"source":${JSON.stringify(verdict.source)},"valid":true,"errors":[]}`;
  const { source, valid, errors } = verdict;
  return JSON.stringify({ source, valid, errors });
}

/**
 * Yields `{"documents":[…],"valid":…}` piece by piece and counts in `tally`. Whether all are valid is known
 * only after the last, so `valid` stands at the end.
 */
export async function* reportJson(
  batches: AsyncIterable<readonly DocumentVerdict[]>,
  tally: Tally,
): AsyncGenerator<string> {
  let separator = '{"documents":[';
  for await (const batch of batches) {
    let text = '';
    for (const verdict of batch) {
      tally.count(verdict);
      text += separator + verdictJson(verdict);
      separator = ',';
    }
    yield text;
  }
  yield `${separator === ',' ? '' : separator}],"valid":${tally.isValid}}\n`;
}

/** Yields a line for each verdict and counts in `tally`. */
export async function* reportLines(
  batches: AsyncIterable<readonly DocumentVerdict[]>,
  tally: Tally,
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
