import { administerSandbox } from '../../app/sandbox-host.ts';
import { usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { parseDuration } from '../../core/time.ts';
import type { CommandCall } from '../types.ts';

/** Advances the sandbox's clock. */
export async function run({ positionals, services, output }: CommandCall): Promise<void> {
  const text = String(positionals['span']);
  const ms = parseDuration(text);
  if (ms === undefined || ms < 1) {
    throw usageError(
      `The span must be a duration such as 90s, 8h or 30d, min 1ms, was "${safeText(text.slice(0, 40))}".`,
    );
  }
  await administerSandbox(services.world, services.sandboxFolder, [{ do: 'advance', ms }]);
  await output.value({ advancedMs: ms });
}
