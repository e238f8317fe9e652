import { administerSandbox } from '../../app/sandbox-host.ts';
import type { CommandCall } from '../types.ts';

/** Deposits an asset for a user of the sandbox: immediately, or on a network with block confirmations. */
export async function run({ positionals, options, services, output }: CommandCall): Promise<void> {
  const user = (positionals['user'] as string | undefined) ?? 'demo';
  const asset = String(positionals['asset']).toUpperCase();
  const amount = String(positionals['amount']);
  const network = options['network'] as string | undefined;
  const deposit = {
    user,
    asset,
    amount,
    ...(network === undefined ? {} : { network: network.toUpperCase() }),
  };
  await administerSandbox(services.world, services.sandboxFolder, [{ do: 'fund', ...deposit }]);
  await output.value(deposit);
}
