import { administerSandbox } from '../../app/sandbox-host.ts';
import { usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import type { CommandCall } from '../types.ts';

/** Enables or disables a user's commission discount. */
export async function run({ positionals, services, output }: CommandCall): Promise<void> {
  const state = String(positionals['state']).toLowerCase();
  if (state !== 'on' && state !== 'off') {
    throw usageError(`The state must be on or off, was "${safeText(state).slice(0, 40)}".`);
  }
  const user = (positionals['user'] as string | undefined) ?? 'demo';
  const isOn = state === 'on';
  await administerSandbox(services.world, services.sandboxFolder, [{ do: 'discount', user, isOn }]);
  await output.value({ user, discount: state });
}
