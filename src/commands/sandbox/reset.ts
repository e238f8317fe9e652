import { withSavedSandbox } from '../../app/sandbox-host.ts';
import { readMarketModel, readSeed } from '../../app/sandbox-options.ts';
import { resetState, SEED_MAX, saveSeed } from '../../sandbox/storage/state-folder.ts';
import type { CommandCall } from '../types.ts';

/** Deletes the saved state of the sandbox and saves the seed of the next one. */
export async function run({ options, services, output }: CommandCall): Promise<void> {
  const { world, sandboxFolder } = services;
  const seed =
    readSeed(options['seed'] as string | undefined) ?? Math.floor(world.random.next() * (SEED_MAX + 1));
  const marketModel = readMarketModel(options['market-model'] as string | undefined);
  await withSavedSandbox(world, sandboxFolder, () => {
    resetState(sandboxFolder);
    saveSeed(sandboxFolder, seed, marketModel);
  });
  await output.value({ seed });
}
