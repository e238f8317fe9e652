/**
 * The vault: a file with encrypted keys. Each record is encrypted with AES-256-GCM under a key that scrypt
 * derives from a passphrase, has its own nonce, and is bound to profile name, environment and hosts, so that
 * a live key cannot be used under a test profile.
 */
import { createCipheriv, createDecipheriv, scrypt } from 'node:crypto';
import { join } from 'node:path';
import type { ToolError } from '../core/errors.ts';
import {
  type CheckedFile,
  checkFolderTrust,
  ensurePrivateFolder,
  readCheckedFile,
  writeCheckedFile,
} from '../store/checked-file.ts';
import { withLock } from '../store/lock.ts';
import { type Credentials, credentialsError } from './profile.ts';
import type { ProfileFileServices } from './profile-file.ts';

export interface VaultServices extends ProfileFileServices {
  /** Returns `bytes` cryptographically random bytes as hexadecimal digits. */
  readonly secretHex: (bytes: number) => string;
  /** The scrypt cost (N) of a new vault, a power of two. Default 131072. */
  readonly scryptRounds?: number;
}

/**
 * The scrypt cost of a new vault: 2^17 rounds of 1 KiB take about half a second and 128 MiB for each guess of
 * a passphrase.
 */
const SCRYPT_ROUNDS = 131_072;
const SCRYPT_ROUNDS_MAX = 1_048_576;
const BLOCK_SIZE = 8;

const KEY_BYTES = 32;
const SALT_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The least number of characters of a passphrase. */
export const PASSPHRASE_LENGTH_MIN = 8;
const BYTES_MAX = 4 * 1024 * 1024;
const VERSION = 1;

interface SealedText {
  readonly nonce: string;
  /** The ciphertext and its authentication tag in Base64. */
  readonly data: string;
}

interface VaultDocument {
  readonly vaultVersion: number;
  readonly salt: string;
  readonly rounds: number;
  /**
   * A known text, encrypted with the same key: it distinguishes a wrong passphrase from a modified record.
   */
  readonly check: SealedText;
  readonly records: Readonly<Record<string, SealedText>>;
}

const CHECK_TEXT = 'bourse vault';

/** Returns the keys of a vault record. Throws a ToolError of kind `credentials` if they cannot be read. */
export async function readVault(
  folder: string,
  services: VaultServices,
  record: string,
  binding: string,
  passphrase: string,
): Promise<Credentials> {
  const file = checkedFile(folder, services);
  const vault = readDocument(file);
  const sealed =
    vault !== undefined && Object.hasOwn(vault.records, record) ? vault.records[record] : undefined;
  if (vault === undefined || sealed === undefined) {
    throw credentialsError(
      `The vault ${file.path} holds no keys for the profile "${record}".`,
      `Add them again: bourse profile add ${record} --replace`,
    );
  }
  const key = await unlockVault(file, vault, passphrase);
  const text = unseal(key, sealed, binding);
  if (text === undefined) {
    throw credentialsError(
      `The vault's record of the profile "${record}" does not belong to it: the record, or the profile's environment or hosts, were changed.`,
      `If that was you, add the keys again: bourse profile add ${record} --replace`,
    );
  }
  return JSON.parse(text) as Credentials;
}

/**
 * Stores keys in the vault, which is created if it does not exist. Throws a ToolError of kind `credentials`
 * for a passphrase that is too short or wrong.
 */
export async function writeVault(
  folder: string,
  services: VaultServices,
  record: string,
  binding: string,
  passphrase: string,
  credentials: Credentials,
): Promise<void> {
  const tooShort = passphraseLengthError(passphrase);
  if (tooShort !== undefined) throw tooShort;
  const { apiKey, secret } = credentials;
  await changeVault(folder, services, async (file, found) => {
    const vault = found ?? (await newVault(services, passphrase));
    const key = await unlockVault(file, vault, passphrase);
    const sealed = seal(key, JSON.stringify({ apiKey, secret }), binding, services);
    return { ...vault, records: { ...vault.records, [record]: sealed } };
  });
}

/** Returns whether keys have been stored in the vault of a folder. */
export function hasVault(folder: string, services: VaultServices): boolean {
  return readDocument(checkedFile(folder, services)) !== undefined;
}

/** Returns the error for a passphrase that does not open the vault; undefined if it does, or if there is no vault. */
export async function vaultPassphraseError(
  folder: string,
  services: VaultServices,
  passphrase: string,
): Promise<ToolError | undefined> {
  const file = checkedFile(folder, services);
  const vault = readDocument(file);
  if (vault === undefined) return undefined;
  return (await vaultKey(vault, passphrase)) === undefined ? lockedError(file) : undefined;
}

/** Returns the error for a passphrase that is too short for a vault; undefined if it is long enough. */
export function passphraseLengthError(passphrase: string): ToolError | undefined {
  if (passphrase.length >= PASSPHRASE_LENGTH_MIN) return undefined;
  return credentialsError(
    `The vault's passphrase must have at least ${PASSPHRASE_LENGTH_MIN} characters.`,
    'A sentence is easy to remember.',
  );
}

/** Removes a record from the vault; a missing record is ignored. */
export async function removeFromVault(
  folder: string,
  services: VaultServices,
  record: string,
): Promise<void> {
  await changeVault(folder, services, (_file, vault) => {
    if (vault === undefined) return undefined;
    const { [record]: _removed, ...records } = vault.records;
    return { ...vault, records };
  });
}

async function changeVault(
  folder: string,
  services: VaultServices,
  change: (
    file: CheckedFile,
    vault: VaultDocument | undefined,
  ) => VaultDocument | undefined | Promise<VaultDocument | undefined>,
): Promise<void> {
  const file = checkedFile(folder, services);
  ensurePrivateFolder(file);
  const { clock, random, interrupt } = services;
  const lock = { path: join(folder, 'vault.lock'), clock, random };
  await withLock(interrupt === undefined ? lock : { ...lock, signal: interrupt }, async () => {
    const next = await change(file, readDocument(file));
    if (next !== undefined)
      writeCheckedFile(file, `${JSON.stringify(next, undefined, 2)}\n`, services.secretHex);
  });
}

async function newVault(services: VaultServices, passphrase: string): Promise<VaultDocument> {
  const salt = services.secretHex(SALT_BYTES);
  const rounds = services.scryptRounds ?? SCRYPT_ROUNDS;
  const key = await deriveKey(passphrase, salt, rounds);
  return {
    vaultVersion: VERSION,
    salt,
    rounds,
    check: seal(key, CHECK_TEXT, CHECK_TEXT, services),
    records: {},
  };
}

async function unlockVault(file: CheckedFile, vault: VaultDocument, passphrase: string): Promise<Buffer> {
  const key = await vaultKey(vault, passphrase);
  if (key !== undefined) return key;
  throw lockedError(file);
}

/** Returns the key of a vault; undefined for a wrong passphrase. */
async function vaultKey(vault: VaultDocument, passphrase: string): Promise<Buffer | undefined> {
  const key = await deriveKey(passphrase, vault.salt, vault.rounds);
  return unseal(key, vault.check, CHECK_TEXT) === CHECK_TEXT ? key : undefined;
}

function lockedError(file: CheckedFile): ToolError {
  return credentialsError(
    `The vault ${file.path} could not be opened: the passphrase is wrong, or the file was changed.`,
    'Try again. A passphrase that is lost cannot be recovered: move the vault away and add the keys again.',
  );
}

/**
 * Derives the vault's key from passphrase and salt. The passphrase is normalised (NFKC), because keyboards
 * differ.
 */
function deriveKey(passphrase: string, salt: string, rounds: number): Promise<Buffer> {
  const options = { N: rounds, r: BLOCK_SIZE, p: 1, maxmem: 2 * 128 * BLOCK_SIZE * rounds };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), Buffer.from(salt, 'hex'), KEY_BYTES, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

function seal(key: Buffer, text: string, binding: string, { secretHex }: VaultServices): SealedText {
  const nonce = Buffer.from(secretHex(NONCE_BYTES), 'hex');
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(binding, 'utf8'));
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { nonce: nonce.toString('base64'), data: data.toString('base64') };
}

/** Returns the decrypted text, or undefined if key, record or binding do not match. */
function unseal(key: Buffer, { nonce, data }: SealedText, binding: string): string | undefined {
  const bytes = Buffer.from(data, 'base64');
  const iv = Buffer.from(nonce, 'base64');
  if (bytes.length < TAG_BYTES || iv.length !== NONCE_BYTES) return undefined;
  const at = bytes.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(binding, 'utf8'));
  decipher.setAuthTag(bytes.subarray(at));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, at)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function checkedFile(folder: string, { owner }: VaultServices): CheckedFile {
  return {
    path: join(folder, 'vault.json'),
    what: 'the vault',
    owner,
    kind: 'credentials',
    bytesMax: BYTES_MAX,
  };
}

function readDocument(file: CheckedFile): VaultDocument | undefined {
  checkFolderTrust(file);
  const text = readCheckedFile(file);
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (isVault(value)) return value;
  throw credentialsError(
    `The vault ${file.path} cannot be read: it does not have the format of a vault of version ${VERSION}. It was left as it is.`,
    'Restore it from a backup, or move it away and add the keys again.',
  );
}

function isVault(value: unknown): value is VaultDocument {
  if (!isRecord(value)) return false;
  const { vaultVersion, salt, rounds, check, records } = value;
  // The scrypt cost in the file must be a power of two within bounds, so that a hostile file cannot exhaust the
  // memory.
  const areRounds =
    typeof rounds === 'number' &&
    Number.isInteger(rounds) &&
    rounds >= 2 &&
    rounds <= SCRYPT_ROUNDS_MAX &&
    (rounds & (rounds - 1)) === 0;
  return (
    vaultVersion === VERSION &&
    typeof salt === 'string' &&
    /^[0-9a-f]{64}$/.test(salt) &&
    areRounds &&
    isSealed(check) &&
    isRecord(records) &&
    Object.values(records).every(isSealed)
  );
}

function isSealed(value: unknown): value is SealedText {
  return isRecord(value) && typeof value['nonce'] === 'string' && typeof value['data'] === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
