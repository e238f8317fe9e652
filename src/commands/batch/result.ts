/** The result of one line of a batch, as one line of JSON (schemas/batch-result.v1.schema.json). */
import { type ErrorEnvelope, type ExitCode, envelopeOf, type ToolError } from '../../core/errors.ts';
import { safeJson } from '../../core/text.ts';
import type { BatchLine } from './lines.ts';

/** Why a line was not run. */
export type NotRun = 'failed-before' | 'interrupted';

/** What became of one line. */
export interface LineOutcome {
  /** Null if the line was not run. */
  readonly exitCode: ExitCode | null;
  readonly ms: number | null;
  /** What the command wrote to stdout. */
  readonly output: string;
  readonly error?: ToolError | undefined;
  /** The lines that the command wrote to stderr. */
  readonly notes: readonly string[];
  readonly notRun?: NotRun;
}

/** Returns the result as one line; an output that is JSON keeps its text, so that no number is rounded. */
export function resultLine({ number, text }: BatchLine, outcome: LineOutcome, isNdjson: boolean): string {
  const error: ErrorEnvelope | null = outcome.error === undefined ? null : envelopeOf(outcome.error);
  const before = JSON.stringify({ line: number, command: text, exitCode: outcome.exitCode, ms: outcome.ms });
  const after = JSON.stringify({ error, notes: outcome.notes, notRun: outcome.notRun ?? null });
  return safeJson(
    `${before.slice(0, -1)},"output":${outputJson(outcome.output, isNdjson)},${after.slice(1)}\n`,
  );
}

/** Returns the output of a command as JSON text: its value, a list of the values of its lines, or its text. */
function outputJson(output: string, isNdjson: boolean): string {
  const text = output.trimEnd();
  if (text === '') return isNdjson ? '[]' : 'null';
  const json = isNdjson ? `[${text.split('\n').join(',')}]` : withoutLineBreaks(text);
  return isJson(json) ? json : JSON.stringify(output);
}

/** Returns JSON text on one line: a line break in JSON never stands within a string. */
function withoutLineBreaks(text: string): string {
  return text.includes('\n') ? text.replace(/\n\s*/g, '') : text;
}

/** Returns whether a text is JSON. Its parsed value is not used, because it would round long numbers. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
