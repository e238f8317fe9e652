/** Writes the Python client, which `bourse python` prints. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { localCommands } from '../docgen/library/local-commands.ts';
import { libraryMethods } from '../docgen/library/methods.ts';
import { libraryStreams } from '../docgen/library/streams.ts';
import { pythonClient } from '../docgen/python/python-client.ts';

/** Returns the text of the client. */
export async function pythonText(root: string): Promise<string> {
  const [runtime, manifest, methods, commands] = await Promise.all([
    readFile(join(root, 'src/docgen/python/client.py'), 'utf8'),
    readFile(join(root, 'package.json'), 'utf8'),
    libraryMethods(),
    localCommands(),
  ]);
  const { version } = JSON.parse(manifest) as { version: string };
  return pythonClient({ runtime, version, methods, streams: libraryStreams(), commands });
}

/** Writes `bourse.py` to the folder of the built program. */
export async function writePython(root: string, dist: string): Promise<void> {
  await writeFile(join(dist, 'bourse.py'), await pythonText(root));
}
