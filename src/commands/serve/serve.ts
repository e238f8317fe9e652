import { isAbsolute, join } from 'node:path';
import { usageError } from '../../core/errors.ts';
import {
  type CheckedFile,
  ensurePrivateFolder,
  readCheckedFile,
  writeCheckedFile,
} from '../../store/checked-file.ts';
import { removeFile } from '../../store/remove-file.ts';
import type { CommandCall } from '../types.ts';

const TOKEN_BYTES = 32;
const TOKEN_FILE_BYTES_MAX = 4096;

/** The whole text of a token file. */
const TOKEN_FILE = /^\{"address":"[^"]*","token":"[^"]*"\}\n$/;

/** Serves the library until the process is interrupted. */
export async function run({
  options,
  services,
  output,
  serveLibrary,
  servePipe,
}: CommandCall): Promise<void> {
  const { world } = services;
  if (serveLibrary === undefined || servePipe === undefined)
    throw usageError('serve is a command of the command line.');
  const note = (text: string) => output.note(text);
  if (options['stdio'] === true) {
    if (options['port'] !== undefined || options['token-file'] !== undefined)
      throw usageError('--stdio has neither a port nor a token file.');
    return servePipe(world, { typed: options, note });
  }
  const token = world.secretHex(TOKEN_BYTES);
  const typed = (options['token-file'] as string | undefined) ?? join(world.folders.state, 'serve.json');
  const file: CheckedFile = {
    path: isAbsolute(typed) ? typed : join(world.workingFolder, typed),
    what: 'the token file',
    owner: world.facts.owner,
    kind: 'storage',
    bytesMax: TOKEN_FILE_BYTES_MAX,
  };
  ensurePrivateFolder(file);
  checkReplaceable(file);
  const port = portOf(options['port'] as string | undefined);
  const server = await serveLibrary(world, { port, token, typed: options, note });
  const text = `${JSON.stringify({ address: server.url, token })}\n`;
  try {
    writeCheckedFile(file, text, world.secretHex);
    output.note(`serve: listening at ${server.url}; the token is in ${file.path}. Ctrl-C stops it.`);
    await interrupted(world.interrupt);
    output.note('serve: stopping after running calls');
  } finally {
    await server.close();
    // Another server may have written the file since.
    if (readCheckedFile(file) === text) removeFile(file.path);
  }
}

/**
 * Throws if the token file exists and was not written by serve, or if it cannot be trusted: `--token-file` may name a file of
 * something else by mistake.
 */
function checkReplaceable(file: CheckedFile): void {
  const text = readCheckedFile(file);
  if (text === undefined || TOKEN_FILE.test(text)) return;
  throw usageError(
    `${file.path} holds something else than a token of serve, and is not replaced.`,
    'Choose another --token-file, or remove the file.',
  );
}

function portOf(text: string | undefined): number {
  if (text === undefined) return 0;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw usageError(`--port must be a whole number from 0 to 65535, was ${text}.`);
  return Number(text);
}

function interrupted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
