/**
 * Decides which keys a command signs with: those of a profile, of environment variables, or of the sandbox.
 */

import type { Interface } from '../catalogue/environments.ts';
import type { Environment } from '../catalogue/hosts.ts';
import type { KeySigner } from '../request/signer.ts';
import { readCredentials, signerForCredentials, takeVariable } from './credentials.ts';
import { refuseLeaks } from './leaks.ts';
import {
  type Credentials,
  checkProfileName,
  credentialsError,
  type Profile,
  type ProfileDocument,
  requireProfile,
} from './profile.ts';
import { readProfiles } from './profile-file.ts';
import { createRedactor } from './redaction.ts';
import type { ProfileIo, ProfileServices } from './services.ts';

/** The choices of a command that decide which keys are used. */
export interface SignerOptions {
  /** The profile named with `--profile`. */
  readonly name?: string;
  /** The environment chosen with `--env` or BOURSE_ENV, if any. */
  readonly environment?: Environment;
  /** Whether `--host` names this machine, to which any key may be sent. */
  readonly isLoopback?: boolean;
}

/** A signer and what is known about its keys. */
export interface ResolvedSigner {
  readonly signer: KeySigner;
  /**
   * The environment of the keys; undefined if the keys come from variables for a loopback host and no
   * environment was chosen.
   */
  readonly environment: Environment | undefined;
  /** The host addresses that are set in the profile. */
  readonly hosts: Readonly<Record<string, string>>;
  /** The interface that the profile states for its hosts; undefined if it states none. */
  readonly interface?: Interface | undefined;
  /** The name of the profile; undefined for keys from variables and for the demo account of the sandbox. */
  readonly profile: string | undefined;
  /** Removes API key and secret from a text, in every encoding. */
  readonly redact: (text: string) => string;
}

/**
 * Returns the signer of a command, from the first source that applies: the named profile; BOURSE_API_KEY and
 * BOURSE_API_SECRET; the profile of BOURSE_PROFILE; the active profile; in the sandbox, its demo account.
 * Throws a ToolError of kind `credentials` if no source applies, if a profile or key belongs to another
 * environment, or if settings of the process could reveal keys.
 */
export async function resolveKeys(
  folder: string,
  services: ProfileServices,
  io: ProfileIo,
  options: SignerOptions,
): Promise<ResolvedSigner> {
  const requestedName = options.name ?? profileFromVariable(io);
  if (requestedName !== undefined)
    return resolveFromProfile(folder, services, io, options, checkProfileName(requestedName));
  if (hasKeyVariables(io)) return resolveFromVariables(services, io, options);
  const document = readProfiles(folder, services);
  const { active } = document;
  if (active !== undefined && matchesEnvironment(requireProfile(document, active), options))
    return resolveFromProfile(folder, services, io, options, active, document);
  if (options.environment === 'sandbox' && services.demoKeys !== undefined)
    return resolveDemoKeys(services, services.demoKeys());
  throw noKeysError(document, options);
}

/** The environment and hosts for which the keys of a profile are used, and the interface of those hosts. */
export type KeyTarget = Pick<ResolvedSigner, 'environment' | 'hosts' | 'interface' | 'profile'>;

/**
 * Returns the environment, hosts and interface of the profile that a command would sign with, without its keys;
 * undefined when no profile would be used. Throws a ToolError of kind `credentials` for an unknown profile,
 * or one of another environment.
 */
export function findKeyTarget(
  folder: string,
  services: ProfileServices,
  io: ProfileIo,
  options: SignerOptions,
): KeyTarget | undefined {
  const requestedName = options.name ?? profileFromVariable(io);
  if (requestedName === undefined && hasKeyVariables(io)) return undefined;
  const document = readProfiles(folder, services);
  const name = requestedName === undefined ? document.active : checkProfileName(requestedName);
  if (name === undefined) return undefined;
  const profile = requireProfile(document, name);
  if (matchesEnvironment(profile, options)) return { ...targetOf(profile), profile: name };
  if (requestedName === undefined) return undefined;
  throw foreignProfileError(name, profile, options);
}

function targetOf({ environment, hosts = {}, interface: served }: Profile): Omit<KeyTarget, 'profile'> {
  return { environment, hosts, interface: served };
}

function foreignProfileError(name: string, { environment }: Profile, options: SignerOptions) {
  return credentialsError(
    `The profile "${name}" belongs to ${environment}, and the command runs on ${options.environment}.`,
    `Omit --env, or name a profile of ${options.environment}.`,
  );
}

async function resolveFromProfile(
  folder: string,
  services: ProfileServices,
  io: ProfileIo,
  options: SignerOptions,
  name: string,
  document: ProfileDocument = readProfiles(folder, services),
): Promise<ResolvedSigner> {
  const profile = requireProfile(document, name);
  if (!matchesEnvironment(profile, options)) throw foreignProfileError(name, profile, options);
  checkLeaks(services, io, profile.environment);
  const credentials = await readCredentials(folder, services, io, { ...profile, name });
  const signer = await signerForCredentials(services, io, credentials);
  refuseForeignKey(services, credentials.apiKey, profile.environment, false);
  if (signer.fingerprint !== profile.fingerprint || signer.apiKey.slice(-4) !== profile.apiKeyEnd) {
    throw credentialsError(
      `The keys of the profile "${name}" differ from those it was added with (API key …${profile.apiKeyEnd}, fingerprint ${profile.fingerprint}).`,
      `If you replaced the keys, add them again: bourse profile add ${name} --replace`,
    );
  }
  return {
    signer,
    ...targetOf(profile),
    profile: name,
    redact: createRedactor([credentials.apiKey, credentials.secret]),
  };
}

async function resolveFromVariables(
  services: ProfileServices,
  io: ProfileIo,
  options: SignerOptions,
): Promise<ResolvedSigner> {
  if ((io.variables['BOURSE_PROFILE'] ?? '') !== '') {
    throw credentialsError(
      'BOURSE_API_KEY and BOURSE_PROFILE are both set, so the choice of keys is ambiguous.',
      'Unset one of them, or pass --profile.',
    );
  }
  if (options.environment === undefined && options.isLoopback !== true) {
    throw credentialsError(
      'BOURSE_API_KEY is set, but no environment is chosen.',
      'Choose one: --env live, --env testnet or --env sandbox, or set BOURSE_ENV.',
    );
  }
  checkLeaks(services, io, options.environment);
  const apiKey = takeVariable(io, 'BOURSE_API_KEY')?.trim();
  const secret = takeVariable(io, 'BOURSE_API_SECRET');
  if (apiKey === undefined || secret === undefined) {
    const missing = apiKey === undefined ? 'BOURSE_API_KEY' : 'BOURSE_API_SECRET';
    throw credentialsError(
      `${missing} is not set or empty; it is needed together with ${apiKey === undefined ? 'BOURSE_API_SECRET' : 'BOURSE_API_KEY'}.`,
      `Set ${missing}; the secret may be an HMAC secret or a private key in PEM form.`,
    );
  }
  refuseForeignKey(services, apiKey, options.environment, options.isLoopback === true);
  const credentials: Credentials = { apiKey, secret };
  return {
    signer: await signerForCredentials(services, io, credentials),
    environment: options.environment,
    hosts: {},
    profile: undefined,
    redact: createRedactor([apiKey, secret]),
  };
}

function resolveDemoKeys(
  services: ProfileServices,
  { apiKey, apiSecret }: { readonly apiKey: string; readonly apiSecret: string },
): ResolvedSigner {
  return {
    signer: services.createSigner({ secret: apiSecret }, apiKey),
    environment: 'sandbox',
    hosts: {},
    profile: undefined,
    redact: createRedactor([apiKey, apiSecret]),
  };
}

function profileFromVariable(io: ProfileIo): string | undefined {
  const name = io.variables['BOURSE_PROFILE'];
  return name === undefined || name === '' || hasKeyVariables(io) ? undefined : name;
}

function hasKeyVariables({ variables }: ProfileIo): boolean {
  return ['BOURSE_API_KEY', 'BOURSE_API_SECRET'].some((name) => (variables[name] ?? '').trim() !== '');
}

function matchesEnvironment(profile: Profile, { environment }: SignerOptions): boolean {
  return environment === undefined || environment === profile.environment;
}

/**
 * Refuses settings of the process that could reveal keys, except in the sandbox, whose keys protect nothing.
 */
function checkLeaks(services: ProfileServices, io: ProfileIo, environment: Environment | undefined): void {
  if (environment !== 'sandbox' && io.allowsLeaks !== true) refuseLeaks(io.variables, services.execArguments);
}

/** Throws when a key of a sandbox would be sent to the exchange, or a key of the exchange to a sandbox. */
export function refuseForeignKey(
  services: Pick<ProfileServices, 'isSandboxKey'>,
  apiKey: string,
  environment: Environment | undefined,
  isLoopback: boolean,
): void {
  if (isLoopback) return;
  const isOfSandbox = services.isSandboxKey(apiKey);
  if (isOfSandbox === (environment === 'sandbox')) return;
  throw isOfSandbox
    ? credentialsError(
        `This API key was made by a sandbox, and the command runs on ${environment ?? 'the exchange'}.`,
        'Use --env sandbox, or the keys of the exchange.',
      )
    : credentialsError(
        'This API key was not made by a sandbox, and the command runs on one: a key of the exchange is not sent there.',
        'Omit the keys; the sandbox has a demo account.',
      );
}

function noKeysError({ active, profiles }: ProfileDocument, { environment }: SignerOptions) {
  const matching = Object.entries(profiles)
    .filter(([, profile]) => environment === undefined || profile.environment === environment)
    .map(([name]) => name);
  const what =
    environment === undefined ? 'This command needs keys' : `This command needs keys for ${environment}`;
  const found =
    active === undefined
      ? 'no profile is in use'
      : `the profile in use, "${active}", belongs to ${profiles[active]?.environment}`;
  const hint =
    matching.length > 0
      ? `Name one with --profile: ${matching.join(', ')}.`
      : 'Add a profile: bourse profile add NAME --env testnet. Or try --env sandbox, which needs no keys.';
  return credentialsError(`${what}, and ${found}.`, hint);
}
