/** The operations on profiles, which are named keys, each bound to one environment. */
import type { Interface } from '../catalogue/environments.ts';
import { type Environment, HOSTS } from '../catalogue/hosts.ts';
import { usageError } from '../core/errors.ts';
import { safeText } from '../core/text.ts';
import type { Signer } from '../request/signer.ts';
import { readCredentials, signerForCredentials, storingPassphrase } from './credentials.ts';
import { removeFromKeychain, writeKeychain } from './keychain.ts';
import {
  type Credentials,
  checkProfileName,
  type Profile,
  type ProfileDocument,
  requireProfile,
  vaultBinding,
} from './profile.ts';
import { profilePath, readProfiles, updateProfiles } from './profile-file.ts';
import { EXTERNAL_SCHEMES, parseReference, redactReference, referenceText } from './reference.ts';
import {
  findKeyTarget,
  type KeyTarget,
  type ResolvedSigner,
  refuseForeignKey,
  resolveKeys,
  type SignerOptions,
} from './resolve.ts';
import type { ProfileIo, ProfileServices } from './services.ts';
import { removeFromVault, writeVault } from './vault.ts';

/** The places in which bourse itself stores keys that are typed or piped in. */
export const KEY_STORES = ['vault', 'keychain', 'plain'] as const;
export type KeyStore = (typeof KEY_STORES)[number];

/** A profile to add. */
export interface NewProfile {
  readonly name: string;
  readonly environment: Environment;
  /** Host addresses that replace those of the environment, by host name. */
  readonly hosts?: Readonly<Record<string, string>>;
  /** The interface (`document` or `today`) that the profile's hosts serve. */
  readonly interface?: Interface | undefined;
  /** References to the keys, or the keys themselves and the place to store them in. */
  readonly keys:
    | { readonly apiKey: string; readonly secret: string }
    | { readonly credentials: Credentials; readonly store: KeyStore };
  /** Whether the new profile replaces an existing profile of that name. */
  readonly isReplacement?: boolean;
}

/** A profile for display, without keys; plain keys appear as stars. */
export interface ProfileSummary {
  readonly name: string;
  readonly isActive: boolean;
  readonly environment: Environment;
  readonly hosts: Readonly<Record<string, string>>;
  readonly interface?: Interface;
  readonly keyType: Profile['keyType'];
  readonly apiKeyEnd: string;
  readonly fingerprint: string;
  readonly apiKey: string;
  readonly secret: string;
}

export interface Profiles {
  /** The path of the profile file. */
  readonly path: string;
  /** Returns all profiles; the keys of the record are their names. */
  list(): readonly ProfileSummary[];
  /** Returns whether a profile of that name exists; throws a usage error for an invalid name. */
  has(name: string): boolean;
  /** Returns one profile; throws a ToolError of kind `credentials` for an unknown name. */
  show(name: string): ProfileSummary;
  /**
   * Adds a profile after its keys were read once, so that a profile that cannot sign is not added. The first
   * profile becomes the active one.
   */
  add(profile: NewProfile, io: ProfileIo): Promise<ProfileSummary>;
  /** Makes a profile the default profile. */
  use(name: string): Promise<ProfileSummary>;
  /** Lets no profile be active. */
  useNone(): Promise<void>;
  /** Removes a profile, and its keys from the vault or the keychain. */
  remove(name: string, io: ProfileIo): Promise<ProfileSummary>;
  /** Returns the signer for a command with the environment and hosts of its keys, as `resolveKeys` does. */
  resolve(options: SignerOptions, io: ProfileIo): Promise<ResolvedSigner>;
  /**
   * Returns the environment and hosts of the keys that a command would sign with, without reading the keys,
   * as `findKeyTarget` does.
   */
  findTarget(options: SignerOptions, io: ProfileIo): KeyTarget | undefined;
  /** Returns only the signer. */
  resolveSigner(
    name: string | undefined,
    environment: Environment | undefined,
    io: ProfileIo,
  ): Promise<Signer>;
}

/** Returns the profiles of a folder. Each operation reads the file when called. */
export function openProfiles(folder: string, services: ProfileServices): Profiles {
  const read = () => readProfiles(folder, services);
  return {
    path: profilePath(folder),
    list() {
      const document = read();
      return Object.keys(document.profiles)
        .sort()
        .map((name) => summaryOf(document, name));
    },
    has: (name) => Object.hasOwn(read().profiles, checkProfileName(name)),
    show: (name) => summaryOf(read(), name),
    add: (profile, io) => add(folder, services, profile, io),
    async use(name) {
      const document = await updateProfiles(folder, services, (before) => {
        requireProfile(before, name);
        return { ...before, active: name };
      });
      return summaryOf(document, name);
    },
    async useNone() {
      await updateProfiles(folder, services, ({ active: _, ...rest }) => rest);
    },
    remove: (name, io) => remove(folder, services, name, io),
    resolve: (options, io) => resolveKeys(folder, services, io, options),
    findTarget: (options, io) => findKeyTarget(folder, services, io, options),
    async resolveSigner(name, environment, io) {
      const options = {
        ...(name === undefined ? {} : { name }),
        ...(environment === undefined ? {} : { environment }),
      };
      return (await resolveKeys(folder, services, io, options)).signer;
    },
  };
}

async function add(
  folder: string,
  services: ProfileServices,
  newProfile: NewProfile,
  io: ProfileIo,
): Promise<ProfileSummary> {
  const name = checkProfileName(newProfile.name);
  const { environment, keys } = newProfile;
  const target = {
    environment,
    ...(newProfile.hosts === undefined ? {} : { hosts: checkHosts(newProfile.hosts) }),
    ...(newProfile.interface === undefined ? {} : { interface: newProfile.interface }),
  };
  refuseDuplicateName(readProfiles(folder, services), name, newProfile);
  const references = 'store' in keys ? storedReferences(name, keys) : externalReferences(keys);
  const credentials =
    'store' in keys
      ? keys.credentials
      : await readCredentials(folder, services, io, { ...target, ...references, name });
  // Checks type and environment of the keys before anything is stored.
  const signer = await signerForCredentials(services, io, credentials);
  refuseForeignKey(services, credentials.apiKey, environment, false);
  if ('store' in keys) await storeKeys(folder, services, io, { name, ...target }, keys);
  const profile: Profile = {
    ...target,
    keyType: signer.keyType,
    apiKeyEnd: signer.apiKey.slice(-4),
    fingerprint: signer.fingerprint,
    ...references,
  };
  const document = await updateProfiles(folder, services, (before) => {
    refuseDuplicateName(before, name, newProfile);
    return {
      ...before,
      active: before.active ?? name,
      profiles: { ...before.profiles, [name]: profile },
    };
  });
  return summaryOf(document, name);
}

async function remove(
  folder: string,
  services: ProfileServices,
  name: string,
  io: ProfileIo,
): Promise<ProfileSummary> {
  let removed: ProfileSummary | undefined;
  await updateProfiles(folder, services, (before) => {
    removed = summaryOf(before, name);
    const { [name]: _removed, ...profiles } = before.profiles;
    const { active, ...rest } = before;
    return active === undefined || active === name ? { ...rest, profiles } : { ...rest, active, profiles };
  });
  const summary = removed!;
  // The profile is removed first: a leftover key is harmless, a profile without its key is broken.
  if (summary.secret.startsWith('vault:')) await removeFromVault(folder, services, name);
  if (summary.secret.startsWith('keychain:')) {
    await removeFromKeychain({ ...services, variables: io.variables }, name);
  }
  return summary;
}

function refuseDuplicateName(document: ProfileDocument, name: string, { isReplacement }: NewProfile): void {
  if (isReplacement === true || !Object.hasOwn(document.profiles, name)) return;
  throw usageError(
    `There is a profile "${name}" already, on ${document.profiles[name]?.environment}.`,
    'Choose another name, or replace it with --replace.',
  );
}

function externalReferences(keys: { readonly apiKey: string; readonly secret: string }) {
  const check = (text: string) => {
    const reference = parseReference(text);
    if (EXTERNAL_SCHEMES.some((scheme) => scheme === reference.scheme)) return referenceText(reference);
    throw usageError(
      `A reference must begin with ${EXTERNAL_SCHEMES.map((scheme) => `${scheme}:`).join(', ')}.`,
      'To store a key, omit the references and choose a store with --store.',
    );
  };
  return { apiKey: check(keys.apiKey), secret: check(keys.secret) };
}

function storedReferences(
  name: string,
  { store, credentials }: { readonly store: KeyStore; readonly credentials: Credentials },
) {
  if (store !== 'plain') return { apiKey: `${store}:${name}`, secret: `${store}:${name}` };
  return { apiKey: `plain:${credentials.apiKey}`, secret: `plain:${credentials.secret}` };
}

async function storeKeys(
  folder: string,
  services: ProfileServices,
  io: ProfileIo,
  target: Pick<Profile, 'environment' | 'hosts'> & { readonly name: string },
  { store, credentials }: { readonly store: KeyStore; readonly credentials: Credentials },
): Promise<void> {
  const { name } = target;
  if (store === 'vault') {
    const passphrase = await storingPassphrase(folder, services, io);
    await writeVault(folder, services, name, vaultBinding(name, target), passphrase, credentials);
  }
  if (store === 'keychain') {
    await writeKeychain({ ...services, variables: io.variables }, name, credentials);
  }
}

/**
 * Matches an address as the schema of profiles allows it: a URI, whose characters outside ASCII are
 * percent-encoded.
 */
const ADDRESS = /^(?:https?|wss?):\/\/(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[0-9a-f]{2})+$/i;

/**
 * Returns the hosts if every name is known and every address is plausible; the transport checks addresses
 * again.
 */
function checkHosts(hosts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const names = HOSTS.flatMap((host) =>
    'test' in host && host.test !== undefined ? [host.name, host.test.name] : [host.name],
  );
  for (const [name, address] of Object.entries(hosts)) {
    if (!names.some((one) => one === name)) {
      throw usageError(
        `There is no host "${safeText(name.slice(0, 40))}".`,
        `There are: ${[...new Set(names)].join(', ')}.`,
      );
    }
    const url = URL.canParse(address) ? new URL(address) : undefined;
    const isSafeAddress = url !== undefined && ADDRESS.test(address) && url.username + url.password === '';
    if (isSafeAddress) continue;
    throw usageError(
      `The address of the host ${name} must be one such as https://api.example.com, without a user name.`,
      'http and ws are allowed to this machine only.',
    );
  }
  return hosts;
}

function summaryOf(document: ProfileDocument, name: string): ProfileSummary {
  const profile = requireProfile(document, name);
  return {
    name,
    isActive: document.active === name,
    environment: profile.environment,
    hosts: profile.hosts ?? {},
    ...(profile.interface === undefined ? {} : { interface: profile.interface }),
    keyType: profile.keyType,
    apiKeyEnd: profile.apiKeyEnd,
    fingerprint: profile.fingerprint,
    apiKey: redactReference(profile.apiKey),
    secret: redactReference(profile.secret),
  };
}
