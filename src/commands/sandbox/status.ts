import { findSandbox } from '../../app/embedded-sandbox.ts';
import { askSandbox } from '../../app/sandbox-host.ts';
import type { JsonValue } from '../../core/words.ts';
import { savedSeed } from '../../sandbox/storage/state-folder.ts';
import type { CommandCall } from '../types.ts';

/** Prints whether a sandbox is running, its addresses, its seed, and the unknown parameters that it ignored. */
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
      ignoredParameters: null,
    });
  }
  const { ignoredParameters } = (await askSandbox(world, sandboxFolder, {
    do: 'ignored-parameters',
  })) as { readonly ignoredParameters: JsonValue };
  const { pid, startedAt, seed, hosts } = running;
  await output.value(
    { running: true, seed, hosts: { ...hosts }, pid, startedAt, ignoredParameters },
    {
      shape: 'record',
      columns: [
        { name: 'running', is: 'boolean' },
        { name: 'seed', is: 'integer' },
        { name: 'pid', is: 'integer' },
        { name: 'startedAt', title: 'started', is: 'time' },
        { name: 'hosts', is: 'text' },
        { name: 'ignoredParameters', title: 'ignored parameters', is: 'text' },
      ],
    },
  );
}
