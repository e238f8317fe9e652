/** Writes verdicts as SARIF 2.1.0, the format of code scanning. */

import type { VerdictCounts } from '../sources.ts';
import { type DocumentVerdict, RULES, type ThesisError, type ThesisRule } from '../verdict.ts';
import { faultText, fileOf } from './located-fault.ts';

/** The rules in the order in which results refer to them by index. */
const RULE_IDS = Object.keys(RULES) as ThesisRule[];

/** Yields the report, one result for each fault, and counts the verdicts in `counts`. */
export async function* sarifReport(
  batches: AsyncIterable<readonly DocumentVerdict[]>,
  counts: VerdictCounts,
): AsyncGenerator<string> {
  const driver = {
    name: 'bourse thesis validate',
    rules: RULE_IDS.map((id) => ({ id, shortDescription: { text: RULES[id] } })),
  };
  // Columns count characters, not UTF-16 code units, which are the default of the format.
  const run = JSON.stringify({ tool: { driver }, columnKind: 'unicodeCodePoints' }).slice(0, -1);
  yield `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[${run},"results":[`;
  let isFirst = true;
  for await (const batch of batches) {
    for (const verdict of batch) {
      counts.count(verdict);
      const results = verdict.errors.map((error) => JSON.stringify(resultOf(verdict, error)));
      if (results.length === 0) continue;
      yield `${isFirst ? '' : ','}${results.join(',')}`;
      isFirst = false;
    }
  }
  yield `],"invocations":[{"executionSuccessful":${counts.unreadable === 0}}]}]}\n`;
}

function resultOf(verdict: DocumentVerdict, error: ThesisError) {
  const file = fileOf(verdict);
  const region = error.line === 0 ? {} : { region: { startLine: error.line, startColumn: error.column } };
  return {
    ruleId: error.rule,
    ruleIndex: RULE_IDS.indexOf(error.rule),
    level: 'error',
    message: { text: faultText(error) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: file === undefined ? 'stdin' : uriOf(file) },
          ...region,
        },
      },
    ],
  };
}

/** Returns the URI of a path: relative to the folder of the run, or of scheme `file`. */
function uriOf(path: string): string {
  const encoded = path
    .replace(/^(?:\.\/)+/, '')
    .split('/')
    .map(encodeSegment)
    .join('/');
  return encoded.startsWith('/') ? `file://${encoded}` : encoded;
}

/** Encodes a part of a path; a part with half a surrogate pair, which has no encoding, is shown with U+FFFD. */
function encodeSegment(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}
