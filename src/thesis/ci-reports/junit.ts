/** Writes verdicts as a JUnit XML report: one test case for each document. */

import { escapeXml } from '../../core/xml.ts';
import type { VerdictCounts } from '../sources.ts';
import type { DocumentVerdict, ThesisError } from '../verdict.ts';
import { faultText, fileOf } from './located-fault.ts';

/**
 * Yields the report and counts the verdicts in `counts`. The report is written at the end, because its first line
 * holds the counts.
 */
export async function* junitReport(
  batches: AsyncIterable<readonly DocumentVerdict[]>,
  counts: VerdictCounts,
): AsyncGenerator<string> {
  const cases: string[] = [];
  for await (const batch of batches) {
    for (const verdict of batch) {
      counts.count(verdict);
      cases.push(testCase(verdict));
    }
  }
  const { valid, invalid, unreadable } = counts;
  const totals = `tests="${valid + invalid + unreadable}" failures="${invalid}" errors="${unreadable}"`;
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<testsuites ${totals}>\n  <testsuite name="thesis validate" ${totals}>\n`;
  for (const text of cases) yield text;
  yield '  </testsuite>\n</testsuites>\n';
}

function testCase(verdict: DocumentVerdict): string {
  const file = fileOf(verdict);
  const named = file === undefined ? '' : ` file="${escapeXml(file)}"`;
  const start = `    <testcase classname="thesis" name="${escapeXml(verdict.source)}"${named}`;
  const [first] = verdict.errors;
  if (first === undefined) return `${start}/>\n`;
  const element = first.rule === 'unreadable' ? 'error' : 'failure';
  const lines = verdict.errors.map((error) => escapeXml(`${placeOf(error)}${faultText(error)}`));
  return (
    `${start}>\n      <${element} type="${first.rule}" message="${escapeXml(first.message)}">` +
    `${lines.join('\n')}</${element}>\n    </testcase>\n`
  );
}

function placeOf({ line, column, rule }: ThesisError): string {
  return line === 0 ? `${rule}: ` : `${line}:${column} ${rule}: `;
}
