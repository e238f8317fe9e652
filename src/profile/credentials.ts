/** Reads an API key and a secret from their references, and creates a signer from them. */
import type { ToolError } from '../core/errors.ts';
import type { KeySigner } from '../request/signer.ts';
import { readCheckedFile } from '../store/checked-file.ts';
import { readFromCommand } from './command-source.ts';
import { readKeychain } from './keychain.ts';
import { type Credentials, credentialsError, type Profile, vaultBinding } from './profile.ts';
import { parseReference, type Reference } from './reference.ts';
import type { ProfileIo, ProfileServices } from './services.ts';
import {
  hasVault,
  PASSPHRASE_LENGTH_MIN,
  passphraseLengthError,
  readVault,
  vaultPassphraseError,
} from './vault.ts';

/** The largest key file, in bytes; a private key in PEM form has a few KiB. */
const KEY_FILE_BYTES_MAX = 65_536;
/** How often a passphrase is asked for that keys are stored with. */
const PASSPHRASE_TRIES = 3;

/** The key references of a profile, and the fields to which its vault record is bound. */
export interface StoredKeys extends Pick<Profile, 'environment' | 'hosts' | 'apiKey' | 'secret'> {
  readonly name: string;
}

/**
 * Returns the keys that the references point to. Throws a ToolError of kind `credentials` that contains no
 * key.
 */
export async function readCredentials(
  folder: string,
  services: ProfileServices,
  io: ProfileIo,
  stored: StoredKeys,
): Promise<Credentials> {
  const apiKey = parseReference(stored.apiKey);
  const secret = parseReference(stored.secret);
  const pair = await readPair(folder, services, io, stored, secret);
  if (pair !== undefined) return pair;
  if (apiKey.scheme === 'plain' || secret.scheme === 'plain') {
    io.warn(
      `The keys of the profile ${stored.name} are stored unprotected. Keep them safer: bourse profile add ${stored.name} --replace --store vault`,
    );
  }
  return {
    apiKey: (await readReference(services, io, apiKey, 'API key')).trim(),
    secret: await readReference(services, io, secret, 'secret'),
  };
}

/** Returns a signer for the keys; prompts for the passphrase of an encrypted private key. */
export async function signerForCredentials(
  services: ProfileServices,
  io: ProfileIo,
  { apiKey, secret }: Credentials,
): Promise<KeySigner> {
  const isEncrypted = /-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED/.test(secret);
  if (!isEncrypted) return services.createSigner({ secret }, apiKey);
  const passphrase =
    takeVariable(io, 'BOURSE_KEY_PASSPHRASE') ??
    (await io.ask('Passphrase of the private key: ', { isHidden: true }));
  return services.createSigner(passphrase === undefined ? { secret } : { secret, passphrase }, apiKey);
}

/** Returns the passphrase of the vault, from its environment variable or a prompt. */
export async function vaultPassphrase(io: ProfileIo): Promise<string> {
  return takeVariable(io, 'BOURSE_VAULT_PASSPHRASE') ?? askPassphrase(io, 'Passphrase of the vault: ');
}

/**
 * Returns the passphrase with which keys are put into the vault, from its environment variable or prompts: one that opens
 * the vault, or for the first keys a new one that was typed twice. A passphrase that does not do is asked for again, so
 * that typed keys are not lost; the third such passphrase throws kind `credentials`.
 */
export async function storingPassphrase(
  folder: string,
  services: ProfileServices,
  io: ProfileIo,
): Promise<string> {
  const fromVariable = takeVariable(io, 'BOURSE_VAULT_PASSPHRASE');
  if (fromVariable !== undefined) return fromVariable;
  const isNew = !hasVault(folder, services);
  let question = isNew
    ? `The keys are stored encrypted in a vault. Choose its passphrase, of at least ${PASSPHRASE_LENGTH_MIN} characters:\ncommands that sign will ask for it, or read it from BOURSE_VAULT_PASSPHRASE.\nPassphrase of the new vault: `
    : 'Passphrase of the vault: ';
  for (let left = PASSPHRASE_TRIES; ; left -= 1) {
    const typed = await askPassphrase(io, question);
    const error = isNew
      ? await newPassphraseError(io, typed)
      : await vaultPassphraseError(folder, services, typed);
    if (error === undefined) return typed;
    if (left === 1) throw error;
    question = `${error.message}\nPassphrase of the ${isNew ? 'new ' : ''}vault: `;
  }
}

/** Returns what is wrong with a new passphrase, which is typed a second time; undefined if nothing is. */
async function newPassphraseError(io: ProfileIo, typed: string): Promise<ToolError | undefined> {
  const tooShort = passphraseLengthError(typed);
  if (tooShort !== undefined) return tooShort;
  if ((await io.ask('The same passphrase again: ', { isHidden: true })) === typed) return undefined;
  return credentialsError('The two passphrases differ.', 'Try again. Nothing was stored.');
}

async function askPassphrase(io: ProfileIo, question: string): Promise<string> {
  const passphrase = await io.ask(question, { isHidden: true });
  if (passphrase !== undefined) return passphrase;
  throw credentialsError(
    "The vault's passphrase is needed, and there is no terminal to prompt for it.",
    'Set BOURSE_VAULT_PASSPHRASE, or keep the keys elsewhere: env:NAME, file:/path, cmd:["program","argument"].',
  );
}

/**
 * Returns the value of an environment variable, undefined if it is empty, and removes the variable so that no
 * child process inherits it.
 */
export function takeVariable(io: ProfileIo, name: string): string | undefined {
  const value = io.variables[name];
  if (value === undefined || value.trim() === '') return undefined;
  io.forgetVariable?.(name);
  return value;
}

/**
 * Returns API key and secret from the vault or the keychain, which store both in one record; undefined for
 * references of another scheme.
 */
async function readPair(
  folder: string,
  services: ProfileServices,
  io: ProfileIo,
  stored: StoredKeys,
  secret: Reference,
): Promise<Credentials | undefined> {
  if (secret.scheme === 'vault') {
    return readVault(
      folder,
      services,
      secret.record,
      vaultBinding(stored.name, stored),
      await vaultPassphrase(io),
    );
  }
  if (secret.scheme !== 'keychain') return undefined;
  return readKeychain({ ...services, variables: io.variables }, secret.record);
}

async function readReference(
  services: ProfileServices,
  io: ProfileIo,
  reference: Reference,
  what: string,
): Promise<string> {
  switch (reference.scheme) {
    case 'env': {
      const { variable } = reference;
      const value = takeVariable(io, variable);
      if (value !== undefined) return value;
      throw credentialsError(
        `The ${what} is expected in the variable ${variable}, which is not set or empty.`,
        `Set ${variable}, or change the reference: bourse profile add NAME --replace`,
      );
    }
    case 'file':
      return readKeyFile(services, reference.path, what);
    case 'cmd':
      return readFromCommand(reference.words, io);
    case 'plain':
      return reference.value;
    default:
      throw credentialsError(
        `The ${what} cannot be in the ${reference.scheme} alone; both keys must be.`,
        'Add the profile again: bourse profile add NAME --replace',
      );
  }
}

function readKeyFile({ owner }: ProfileServices, path: string, what: string): string {
  const file = {
    path,
    what: `the file with the ${what}`,
    owner,
    kind: 'credentials',
    bytesMax: KEY_FILE_BYTES_MAX,
  } as const;
  const text = readCheckedFile(file);
  if (text !== undefined) return text;
  throw credentialsError(
    `The ${what} is expected in the file ${path}, which does not exist.`,
    'Check the path.',
  );
}
