import { askSandbox } from '../../app/sandbox-host.ts';
import { usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import type { CommandCall } from '../types.ts';

/** Prints the execution log of the running sandbox. */
export async function run({ options, services, output }: CommandCall): Promise<void> {
  const number = (name: string) => {
    const text = String(options[name]);
    if (/^\d{1,9}$/.test(text)) return Number(text);
    throw usageError(`--${name} must be a whole number, was "${safeText(text.slice(0, 40))}".`);
  };
  const answer = await askSandbox(services.world, services.sandboxFolder, {
    do: 'truth',
    after: number('after'),
    limit: number('limit'),
  });
  await output.value((answer as { executed: JsonValue }).executed, {
    shape: 'rows',
    columns: [
      { name: 'number', is: 'integer' },
      { name: 'at', title: 'time', is: 'time' },
      { name: 'endpoint', is: 'text' },
      { name: 'user', is: 'text' },
      { name: 'answer', is: 'text' },
    ],
  });
}
