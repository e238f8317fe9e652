/**
 * Reads and writes keys in the keychain of the system, through an optional native module. The module runs in
 * a child process, because a keychain that waits to be unlocked would block this process beyond any timeout.
 */
import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Credentials, credentialsError } from './profile.ts';

export interface KeychainServices {
  /** The path of the Node executable. */
  readonly nodePath: string;
  /** The main file of this program, from which Node finds the keychain module. */
  readonly programFile: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The timeout of the keychain. Default 3 s. */
  readonly keychainTimeMaxMs?: number;
}

const MODULE = '@napi-rs/keyring';
const SERVICE = 'bourse';
/**
 * The default timeout of the keychain, in ms: an unlocked keychain answers at once; one that prompts the user
 * runs into this timeout.
 */
const TIME_MAX_MS = 3_000;
const OUTPUT_BYTES_MAX = 262_144;

/**
 * The program that the child process runs: it reads one request from stdin, so that no key is in an argument
 * list, and prints one JSON value.
 */
const CHILD = `
const { Entry } = require(require('node:process').argv[1]);
let input = '';
const { stdin, stdout } = require('node:process');
stdin.setEncoding('utf8').on('data', (part) => { input += part; }).on('end', () => {
  const { action, service, record, value } = JSON.parse(input);
  try {
    const entry = new Entry(service, record);
    if (action === 'write') entry.setPassword(value);
    const found = action === 'read' ? entry.getPassword() : null;
    if (action === 'remove') entry.deletePassword();
    stdout.write(JSON.stringify({ done: true, found }));
  } catch (error) {
    stdout.write(JSON.stringify({ done: false, why: String(error && error.message).slice(0, 200) }));
  }
});`;

type Action = { readonly action: 'read' | 'remove' } | { readonly action: 'write'; readonly value: string };

/**
 * Returns the keys of a keychain record. Throws a ToolError of kind `credentials` if they cannot be read
 * within 3 s.
 */
export async function readKeychain(services: KeychainServices, record: string): Promise<Credentials> {
  const found = await callKeychain(services, record, { action: 'read' });
  const credentials = found === null ? undefined : parseCredentials(found);
  if (credentials !== undefined) return credentials;
  throw credentialsError(
    `The keychain holds no keys for the profile "${record}".`,
    `Add them again: bourse profile add ${record} --replace`,
  );
}

/**
 * Stores keys in the keychain. Throws a ToolError of kind `credentials` if the keychain cannot be used; no
 * other store is tried.
 */
export async function writeKeychain(
  services: KeychainServices,
  record: string,
  { apiKey, secret }: Credentials,
): Promise<void> {
  await callKeychain(services, record, { action: 'write', value: JSON.stringify({ apiKey, secret }) });
}

/**
 * Removes a record from the keychain. Throws a ToolError of kind `credentials` if the keychain cannot be
 * used.
 */
export async function removeFromKeychain(services: KeychainServices, record: string): Promise<void> {
  await callKeychain(services, record, { action: 'remove' });
}

async function callKeychain(
  services: KeychainServices,
  record: string,
  action: Action,
): Promise<string | null> {
  const answer = await runChild(services, findModule(services), { ...action, service: SERVICE, record });
  if (answer.done) return answer.found ?? null;
  // A missing record is a valid answer when reading or removing; any other failure means an unusable
  // keychain.
  if (action.action !== 'write' && /no (matching )?entry|not found/i.test(answer.why ?? '')) return null;
  throw keychainError(`it reports: ${answer.why ?? 'nothing'}`);
}

function findModule({ programFile }: KeychainServices): string {
  try {
    return createRequire(realpathSync(programFile)).resolve(MODULE);
  } catch (error) {
    throw keychainError(`the optional package ${MODULE} is not installed`, error);
  }
}

interface ChildAnswer {
  readonly done: boolean;
  readonly found?: string | null;
  readonly why?: string;
}

function runChild(services: KeychainServices, modulePath: string, request: object): Promise<ChildAnswer> {
  const { nodePath, variables, keychainTimeMaxMs: timeMaxMs = TIME_MAX_MS } = services;
  return new Promise((resolve, reject) => {
    const { NODE_OPTIONS: _options, ...env } = variables;
    const child = spawn(nodePath, ['-e', CHILD, modulePath], { stdio: ['pipe', 'pipe', 'ignore'], env });
    let output = '';
    const fail = (why: string, cause?: unknown) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      child.stdout.destroy();
      child.unref();
      reject(keychainError(why, cause));
    };
    const timer = setTimeout(() => fail(`it gave no answer within ${timeMaxMs / 1000} s`), timeMaxMs);
    child.on('error', (error) => fail('its process could not be started', error));
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      output += part;
      if (output.length > OUTPUT_BYTES_MAX) fail('its answer is too long');
    });
    child.on('close', () => {
      clearTimeout(timer);
      try {
        resolve(JSON.parse(output) as ChildAnswer);
      } catch {
        reject(keychainError('its module could not be loaded on this system'));
      }
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(request));
  });
}

function parseCredentials(text: string): Credentials | undefined {
  try {
    const { apiKey, secret } = JSON.parse(text) as Partial<Credentials>;
    return typeof apiKey === 'string' && typeof secret === 'string' ? { apiKey, secret } : undefined;
  } catch {
    return undefined;
  }
}

function keychainError(why: string, cause?: unknown) {
  return credentialsError(
    `The system's keychain cannot be used: ${why}.`,
    'No other store was tried. Store the keys in the vault (--store vault), or reference them: env:NAME, file:/path, cmd:["program","argument"].',
    cause,
  );
}
