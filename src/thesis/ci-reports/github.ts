/** Writes faults as workflow commands, which GitHub Actions shows as annotations beside the lines of a file. */
import { safeText } from '../../core/text.ts';
import { reportTexts } from '../report.ts';
import type { VerdictCounts } from '../sources.ts';
import type { DocumentVerdict, ThesisError } from '../verdict.ts';
import { faultText, fileOf } from './located-fault.ts';

/** Yields one `::error` line for each fault, and counts the verdicts in `counts`. */
export function githubReport(
  batches: AsyncIterable<readonly DocumentVerdict[]>,
  counts: VerdictCounts,
): AsyncGenerator<string> {
  return reportTexts(batches, counts, (verdict) =>
    verdict.errors.map((error) => `${annotation(verdict, error)}\n`).join(''),
  );
}

function annotation(verdict: DocumentVerdict, error: ThesisError): string {
  const file = fileOf(verdict);
  const properties = [
    ...(file === undefined ? [] : [`file=${escapeProperty(file)}`]),
    ...(error.line === 0 ? [] : [`line=${error.line}`, `col=${error.column}`]),
    `title=${escapeProperty(`thesis: ${error.rule}`)}`,
  ];
  return `::error ${properties.join(',')}::${escapeData(safeText(faultText(error)))}`;
}

/** Escapes the text of a workflow command as the toolkit of GitHub Actions does. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Escapes a property of a workflow command, in which `:` and `,` have a meaning too. */
function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
