import { findSandbox } from '../../app/embedded-sandbox.ts';
import { savedSeed } from '../../sandbox/storage/state-folder.ts';
import type { CommandCall } from '../types.ts';

/** Prints whether a sandbox is running, its addresses and its seed. */
export async function run({ services, output }: CommandCall): Promise<void> {
  const { world, sandboxFolder } = services;
  const running = await findSandbox(world, sandboxFolder);
  if (running === undefined) {
    return output.value({
      running: false,
      seed: savedSeed(sandboxFolder),
      hosts: null,
      pid: null,
      startedAt: null,
    });
  }
  const { pid, startedAt, seed, hosts } = running;
  await output.value(
    { running: true, seed, hosts: { ...hosts }, pid, startedAt },
    {
      shape: 'record',
      columns: [
        { name: 'running', is: 'boolean' },
        { name: 'seed', is: 'integer' },
        { name: 'pid', is: 'integer' },
        { name: 'startedAt', title: 'started', is: 'time' },
        { name: 'hosts', is: 'text' },
      ],
    },
  );
}
