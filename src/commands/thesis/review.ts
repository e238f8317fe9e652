/** Validates, lints and explains theses. Reads no key and sends nothing. */
import { createThesisFiles } from '../../app/thesis-files.ts';
import type { View } from '../../catalogue/types.ts';
import { EXIT_CODES, type ExitCode, usageError } from '../../core/errors.ts';
import { plural, safeText } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import { readThesis } from '../../thesis/document.ts';
import { explainThesis } from '../../thesis/explain.ts';
import { lintText, type ThesisWarning } from '../../thesis/lint.ts';
import { reportJson, reportLines } from '../../thesis/report.ts';
import { readDocument, VerdictCounts, validateSources } from '../../thesis/sources.ts';
import type { DocumentVerdict, ThesisError } from '../../thesis/verdict.ts';
import type { CommandCall, Output, Paint } from '../types.ts';

/**
 * The number of valid documents up to which a table lists them by name; if there are more, only invalid
 * documents are listed.
 */
const VALID_SHOWN_MAX = 20;

/**
 * Validates files, folders and standard input. Returns exit code 1 if a thesis is invalid, 2 if a file cannot
 * be opened.
 */
export async function validate(call: CommandCall): Promise<ExitCode> {
  const { output, options } = call;
  const sources = filesOf(call);
  const batches = validateSources(sources, createThesisFiles(call.services.world), {
    isNdjson: options['ndjson'] === true,
  });
  const tally = new VerdictCounts();
  const report = await ciReportOf(call);
  if (report !== undefined) for await (const text of report(batches, tally)) await output.write(text);
  else if (options['fields'] !== undefined || output.format === 'csv')
    await writeRows(batches, tally, output);
  else if (output.format === 'table') await writeTable(batches, tally, output);
  else {
    const lines = output.format === 'json' ? reportJson : reportLines;
    for await (const text of lines(batches, tally)) await output.write(text);
  }
  return tally.exitCode;
}

/** Returns the writer of the format that --format names; undefined without it. */
async function ciReportOf({ options, output }: CommandCall) {
  const { format, fields } = options;
  if (format === undefined) return undefined;
  if (output.isFormatExplicit || fields !== undefined) {
    throw usageError(
      '--format excludes -o and --fields: each chooses what is printed.',
      'Give only one of them.',
    );
  }
  switch (format) {
    case 'github':
      return (await import('../../thesis/ci-reports/github.ts')).githubReport;
    case 'junit':
      return (await import('../../thesis/ci-reports/junit.ts')).junitReport;
    default:
      return (await import('../../thesis/ci-reports/sarif.ts')).sarifReport;
  }
}

/**
 * Prints warnings about valid but unlikely values. Returns exit code 1 if a thesis is invalid or, with
 * `--strict`, has warnings.
 */
export async function lint(call: CommandCall): Promise<ExitCode> {
  const { output } = call;
  const files = createThesisFiles(call.services.world);
  const documents = [];
  for (const source of filesOf(call)) {
    const text = await readDocument(source, files);
    const result =
      typeof text === 'string' ? lintText(text) : { valid: false, errors: text.errors, warnings: [] };
    documents.push({ source, ...result });
  }
  const valid = documents.every((one) => one.valid);
  const isClean = documents.every((one) => one.warnings.length === 0);
  if (output.format === 'table') {
    await output.text(documents.map((one) => verdictText(one, output.paint, one.warnings)).join('\n'));
  } else if (output.format === 'json') await output.value({ valid, documents } as unknown as JsonValue);
  else {
    const rows = documents.flatMap((one) =>
      [...one.errors, ...one.warnings].map((fault) => rowOf(one, fault)),
    );
    await output.value(rows, VERDICT_VIEW);
  }
  if (documents.some((one) => one.errors[0]?.rule === 'unreadable')) return EXIT_CODES.usage;
  return valid && (isClean || call.options['strict'] !== true) ? EXIT_CODES.done : EXIT_CODES.check;
}

/** Prints in words what a thesis would do. Returns exit code 1 and prints the errors if it is invalid. */
export async function explain(call: CommandCall): Promise<ExitCode> {
  const { output } = call;
  const source = filesOf(call)[0]!;
  const text = await readDocument(source, createThesisFiles(call.services.world));
  const read = typeof text === 'string' ? readThesis(text) : { errors: text.errors };
  if ('errors' in read) {
    const [first] = read.errors;
    if (first?.rule === 'unreadable') throw usageError(`${capitalize(first.message)}.`, first.fix);
    const verdict = { source, valid: false, errors: read.errors };
    if (output.format === 'table') await output.text(verdictText(verdict, output.paint));
    else await output.value({ valid: false, documents: [verdict] } as unknown as JsonValue);
    return EXIT_CODES.check;
  }
  const explanation = explainThesis(read.document.thesis);
  if (output.format !== 'table') {
    await output.value(explanation as unknown as JsonValue);
    return EXIT_CODES.done;
  }
  const { sentence, ...facts } = explanation;
  const warnings = explanation.warnings.length === 0 ? null : explanation.warnings.join(', ');
  const lines = Object.entries({ ...facts, warnings })
    .filter(([, value]) => value !== null && typeof value !== 'object')
    .map(([name, value]) => `  ${output.paint.dim(name.padEnd(18))}${safeText(String(value))}`);
  await output.text([sentence, '', ...lines].join('\n'));
  return EXIT_CODES.done;
}

function filesOf({ positionals }: CommandCall): readonly string[] {
  const given = positionals['file'];
  const sources = given === undefined ? [] : typeof given === 'string' ? [given] : given;
  if (sources.length > 0) return sources;
  throw usageError('A file, a folder or - is required.', 'Give a path, or - to read standard input.');
}

async function writeTable(
  batches: AsyncIterable<readonly DocumentVerdict[]>,
  tally: VerdictCounts,
  output: Output,
): Promise<void> {
  for await (const batch of batches) {
    let text = '';
    for (const verdict of batch) {
      tally.count(verdict);
      if (verdict.valid && tally.valid > VALID_SHOWN_MAX) continue;
      text += `${verdictText(verdict, output.paint)}\n`;
    }
    if (text !== '') await output.write(text);
  }
  const count = tally.valid + tally.invalid + tally.unreadable;
  if (count === 1) return;
  const parts = [`${plural(count, 'document')}: ${tally.valid} valid`];
  if (tally.invalid > 0) parts.push(`${tally.invalid} invalid`);
  if (tally.unreadable > 0) parts.push(`${tally.unreadable} not read`);
  await output.write(`${parts.join(', ')}\n`);
}

/**
 * Returns the lines about one document: whether it is valid, then for each fault its position, path, message
 * and fix.
 */
function verdictText(
  verdict: DocumentVerdict,
  paint: Paint,
  warnings: readonly ThesisWarning[] = [],
): string {
  const mark = verdict.valid ? (warnings.length > 0 ? paint.yellow('!') : paint.green('✓')) : paint.red('✗');
  const faults = [...verdict.errors, ...warnings].map((fault) => {
    const place = fault.line === 0 ? '' : `${paint.dim(`${fault.line}:${fault.column}`)} `;
    const path = fault.path === '' ? '' : `${paint.cyan(safeText(truncatePath(fault.path)))} `;
    return `  ${place}${path}${safeText(fault.message)}\n      ${paint.dim(safeText(fault.fix))}`;
  });
  return [`${mark} ${safeText(verdict.source)}`, ...faults].join('\n');
}

/** Shortens the path of a deeply nested value for the terminal. */
function truncatePath(path: string): string {
  return path.length <= 100 ? path : `${path.slice(0, 60)}…${path.slice(-39)}`;
}

const VERDICT_VIEW: View = {
  shape: 'rows',
  columns: (['source', 'valid', 'line', 'column', 'path', 'rule', 'message', 'fix'] as const).map((name) => ({
    name,
    is: name === 'line' || name === 'column' ? 'integer' : name === 'valid' ? 'boolean' : 'text',
  })),
};

/** Writes a row for each fault, and a row for each valid document. */
async function writeRows(
  batches: AsyncIterable<readonly DocumentVerdict[]>,
  tally: VerdictCounts,
  output: Output,
): Promise<void> {
  async function* chunks() {
    for await (const batch of batches) {
      const rows = batch.flatMap((verdict) => {
        tally.count(verdict);
        return verdict.valid
          ? [rowOf(verdict, undefined)]
          : verdict.errors.map((error) => rowOf(verdict, error));
      });
      yield { text: JSON.stringify(rows), value: rows as JsonValue };
    }
  }
  await output.chunks(chunks(), VERDICT_VIEW);
}

function rowOf(verdict: DocumentVerdict, fault: ThesisError | ThesisWarning | undefined): JsonValue {
  const { line = null, column = null, path = null, rule = null, message = null, fix = null } = fault ?? {};
  return { source: verdict.source, valid: verdict.valid, line, column, path, rule, message, fix };
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
