import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { administerSandbox } from '../../app/sandbox-host.ts';
import { ToolError, usageError } from '../../core/errors.ts';
import { SANDBOX_KEY_PREFIX } from '../../core/sandbox-key.ts';
import { safeText } from '../../core/text.ts';
import { USER_EXISTS } from '../../sandbox/admin-commands.ts';
import type { KeyKind, Permission } from '../../sandbox/engine/ledger/accounts.ts';
import type { CommandCall } from '../types.ts';

const KINDS: Readonly<Record<string, KeyKind>> = { hmac: 'HMAC', rsa: 'RSA', ed25519: 'Ed25519' };

/** API keys and secrets are 64 letters and digits long (public facts, Request rules). */
const KEY_LENGTH = 64;

/** Max size of a public key file; PEM files of the largest usual keys have about 3 KiB. */
const PEM_BYTES_MAX = 65_536;

/** Adds an API key and prints it, with the secret if one was generated. */
export async function run({ positionals, options, services, output }: CommandCall): Promise<void> {
  const { world, sandboxFolder } = services;
  const user = (positionals['user'] as string | undefined) ?? 'demo';
  const kind = KINDS[String(options['kind'])]!;
  const file = options['public-key'] as string | undefined;
  if ((kind === 'HMAC') !== (file === undefined)) {
    throw usageError(
      kind === 'HMAC'
        ? '--public-key requires --kind rsa or --kind ed25519.'
        : `A key of kind ${kind} requires --public-key with a PEM file.`,
    );
  }
  const secret =
    file === undefined ? world.secretHex(KEY_LENGTH / 2) : readPem(resolve(world.workingFolder, file));
  const apiKey =
    SANDBOX_KEY_PREFIX + world.secretHex(KEY_LENGTH / 2).slice(0, KEY_LENGTH - SANDBOX_KEY_PREFIX.length);
  const permissions = wordsOf(options['permissions']) as Permission[];
  const addresses = wordsOf(options['ips']);
  const master = options['sub-of'] as string | undefined;
  if (user !== 'demo') await addUser(services, { user, ...(master === undefined ? {} : { master }) });
  await administerSandbox(world, sandboxFolder, [
    {
      do: 'add-key',
      user,
      apiKey,
      kind,
      secret,
      permissions,
      ...(addresses.length === 0 ? {} : { addresses }),
    },
  ]);
  await output.value({
    user,
    apiKey,
    ...(file === undefined ? { apiSecret: secret } : {}),
    kind,
    permissions,
  });
}

/** Adds a user; does nothing if the user exists. */
async function addUser(
  { world, sandboxFolder }: CommandCall['services'],
  added: { readonly user: string; readonly master?: string },
): Promise<void> {
  try {
    await administerSandbox(world, sandboxFolder, [{ do: 'add-user', ...added }]);
  } catch (thrown) {
    if (!(thrown instanceof ToolError && thrown.message.startsWith(USER_EXISTS))) throw thrown;
  }
}

function wordsOf(value: unknown): string[] {
  return typeof value === 'string'
    ? value
        .split(',')
        .map((word) => word.trim())
        .filter((word) => word !== '')
    : [];
}

function readPem(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw usageError(`The file ${safeText(path)} cannot be read: ${safeText((cause as Error).message)}.`);
  }
  if (text.length > PEM_BYTES_MAX)
    throw usageError(`The file ${safeText(path)} is too long to be a public key.`);
  return text;
}
