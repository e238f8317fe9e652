import { findSandbox } from '../../app/embedding.ts';
import { readSeed } from '../../app/hosting.ts';
import { ToolError } from '../../core/errors.ts';
import { resetState, SEED_MAX, saveSeed } from '../../sandbox/state.ts';
import type { CommandCall } from '../types.ts';

/** Forgets the saved sandbox and saves the seed of the next. */
export async function run({ options, services, output }: CommandCall): Promise<void> {
  const { world, sandboxFolder } = services;
  const seed =
    readSeed(options['seed'] as string | undefined) ?? Math.floor(world.random.next() * (SEED_MAX + 1));
  const running = await findSandbox(world, sandboxFolder);
  if (running !== undefined) {
    throw new ToolError({
      kind: 'refused',
      message: `A sandbox is running (process ${running.pid}); it would not notice.`,
      hint: 'End it with Ctrl-C, then reset.',
      execution: 'not_executed',
    });
  }
  resetState(sandboxFolder);
  saveSeed(sandboxFolder, seed);
  await output.value({ seed });
}
