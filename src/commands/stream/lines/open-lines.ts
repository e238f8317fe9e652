/** Opens the formatter of a stream's events; its code is loaded only if events are not written as they were sent. */
import type { CommandCall } from '../../types.ts';
import type { EventLines } from './event-lines.ts';
import type { EventSource } from './event-source.ts';

/**
 * Returns how the options of a command format its events; undefined if messages are written as the exchange sent them.
 * Throws a usage error for fields that its events do not have.
 */
export async function openLines(
  call: CommandCall,
  readSource: () => Promise<EventSource>,
): Promise<EventLines | undefined> {
  const { options, output } = call;
  const isJson = output.format === 'json' || output.format === 'ndjson';
  const isChosen = options['where'] !== undefined || options['time'] !== undefined;
  if (isJson && options['fields'] === undefined && options['named'] !== true && !isChosen) return undefined;
  const [{ eventLines }, source] = await Promise.all([import('./event-lines.ts'), readSource()]);
  if (!isChosen) return eventLines(call, source);
  const { chosenSource } = await import('./event-choice.ts');
  return eventLines(call, chosenSource(call, source));
}
