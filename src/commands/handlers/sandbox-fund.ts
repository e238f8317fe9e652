import { administerSandbox } from '../../app/hosting.ts';
import type { CommandCall } from '../types.ts';

/** Deposits an asset to a user of the sandbox. */
export async function run({ positionals, services, output }: CommandCall): Promise<void> {
  const user = (positionals['user'] as string | undefined) ?? 'demo';
  const asset = String(positionals['asset']).toUpperCase();
  const amount = String(positionals['amount']);
  await administerSandbox(services.world, services.sandboxFolder, [{ do: 'fund', user, asset, amount }]);
  await output.value({ user, asset, amount });
}
