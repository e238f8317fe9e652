/** `bourse python`: prints the Python client that the build wrote. */
import type { CommandCall } from '../types.ts';

export async function run({ output, pythonClient }: CommandCall): Promise<void> {
  await output.text(await pythonClient());
}
