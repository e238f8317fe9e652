import type { Paint } from '../../commands/types.ts';
import { envelopeOf, type Fault, type ToolError } from '../../core/errors.ts';
import { safeJson, safeText, wrap } from '../../core/text.ts';
import { formatDuration } from '../../core/time.ts';

/**
 * Returns an error as one line of JSON for programs, with characters that a terminal would interpret escaped.
 */
export function errorLine(error: ToolError): string {
  return `${safeJson(JSON.stringify({ error: envelopeOf(error) }))}\n`;
}

/**
 * Returns an error as sentences for a person: what is wrong, then the next step. Messages wrap at `width`
 * columns with an indent, so that text of the exchange can't begin a line that looks like one of this
 * program. Commands to copy don't wrap.
 */
export function errorSentences({ facts }: ToolError, paint: Paint, width: number): string {
  const faults = facts.faults ?? [];
  const lines = faults.length > 1 ? faultLines(faults, paint, width) : [messageLine(facts, paint, width)];
  if (facts.hint !== undefined) lines.push(labelled(paint.cyan('hint'), 'hint', facts.hint, width));
  if (facts.retryAfterMs !== undefined) lines.push(`retry after: ${wholeSeconds(facts.retryAfterMs)}`);
  if (facts.clientOrderId !== undefined) lines.push(`client order id: ${safeText(facts.clientOrderId)}`);
  if (facts.resume !== undefined) lines.push(`resume with: ${safeText(facts.resume)}`);
  return `${lines.join('\n')}\n`;
}

function messageLine({ code, name, message }: ToolError['facts'], paint: Paint, width: number): string {
  const codeAndName = [code, name].filter((one) => one !== undefined).join(' ');
  const suffix = codeAndName === '' || message.includes(codeAndName) ? '' : ` (${codeAndName})`;
  return labelled(paint.red('error'), 'error', `${message}${suffix}`, width);
}

function faultLines(faults: readonly Fault[], paint: Paint, width: number): string[] {
  return [
    `${paint.red('error')}: ${faults.length} problems:`,
    ...faults.map(({ message }) => `  - ${wrap(safeText(message), width, 4)}`),
  ];
}

function labelled(paintedLabel: string, label: string, text: string, width: number): string {
  return `${paintedLabel}: ${wrap(safeText(text), width, label.length + 2)}`;
}

function wholeSeconds(spanMs: number): string {
  return formatDuration(Math.ceil(spanMs / 1000) * 1000);
}
