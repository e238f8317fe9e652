import type { Paint } from '../../commands/types.ts';
import { envelopeOf, type ToolError } from '../../core/errors.ts';
import { safeJson, safeText } from '../../core/text.ts';
import { formatDuration } from '../../core/time.ts';

/** Returns an error as one line of JSON for programs; it means the same and is safe where it meets a terminal. */
export function errorLine(error: ToolError): string {
  return `${safeJson(JSON.stringify({ error: envelopeOf(error) }))}\n`;
}

/**
 * Returns an error as sentences for a person: what is wrong, then the next step. Each is kept on one line, or the
 * server's text could begin a line that looks like ours.
 */
export function errorSentences(error: ToolError, paint: Paint): string {
  const { facts } = error;
  const named = [facts.code, facts.name].filter((one) => one !== undefined).join(' ');
  const code = named === '' || facts.message.includes(named) ? '' : ` (${named})`;
  const faults = facts.faults ?? [];
  const lines =
    faults.length > 1
      ? [
          `${paint.red('error')}: ${faults.length} things are wrong:`,
          ...faults.map((fault) => `  - ${safeText(fault.message)}`),
        ]
      : [`${paint.red('error')}: ${safeText(`${facts.message}${code}`)}`];
  if (facts.hint !== undefined) lines.push(`${paint.cyan('hint')}: ${safeText(facts.hint)}`);
  if (facts.retryAfterMs !== undefined) lines.push(`try again in: ${wholeSeconds(facts.retryAfterMs)}`);
  if (facts.clientOrderId !== undefined) lines.push(`client order id: ${safeText(facts.clientOrderId)}`);
  if (facts.resume !== undefined) lines.push(`go on with: ${safeText(facts.resume)}`);
  return `${lines.join('\n')}\n`;
}

function wholeSeconds(spanMs: number): string {
  return formatDuration(Math.ceil(spanMs / 1000) * 1000);
}
