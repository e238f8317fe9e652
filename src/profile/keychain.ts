/**
 * The system's keychain, through an optional native module. It runs in a process of its own: a keychain that waits
 * for somebody to unlock it would hold this process even after its time is up.
 */
import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Credentials, credentialsError } from './profile.ts';

export interface KeychainServices {
  /** Node's program. */
  readonly nodePath: string;
  /** The file of this program, beside whose packages the module is looked for. */
  readonly programFile: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** How long the keychain is waited for; 3 s where absent. */
  readonly keychainTimeMaxMs?: number;
}

const MODULE = '@napi-rs/keyring';
const SERVICE = 'bourse';
/** A keychain that is open answers at once; one that asks somebody is not waited for. */
const TIME_MAX_MS = 3_000;
const OUTPUT_BYTES_MAX = 262_144;

/** Reads one request from stdin, so that no key stands in an argument list, and answers with one JSON value. */
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

/** Returns the keys of a record. Throws a ToolError of kind `credentials` where they cannot be had within 3 s. */
export async function readKeychain(services: KeychainServices, record: string): Promise<Credentials> {
  const found = await callKeychain(services, record, { action: 'read' });
  const credentials = found === null ? undefined : parseCredentials(found);
  if (credentials !== undefined) return credentials;
  throw credentialsError(
    `The keychain holds no keys for the profile "${record}".`,
    `Add them again: bourse profile add ${record} --replace`,
  );
}

/** Keeps keys in the keychain. Throws a ToolError of kind `credentials` where it cannot be used; nothing else is tried. */
export async function writeKeychain(
  services: KeychainServices,
  record: string,
  { apiKey, secret }: Credentials,
): Promise<void> {
  await callKeychain(services, record, { action: 'write', value: JSON.stringify({ apiKey, secret }) });
}

/** Removes a record. Throws a ToolError of kind `credentials` where the keychain cannot be used. */
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
  // No record to read or remove is an answer; everything else is a keychain that does not work.
  if (action.action !== 'write' && /no (matching )?entry|not found/i.test(answer.why ?? '')) return null;
  throw keychainError(`it says: ${answer.why ?? 'nothing'}`);
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
    'Nothing else was tried. Keep the keys in the vault (--store vault), or name where they are: env:NAME, file:/path, cmd:["program","argument"].',
    cause,
  );
}
