/** The profiles of a user: named keys, each pinned to an environment. */
import { type Environment, HOSTS } from '../catalogue/hosts.ts';
import { usageError } from '../core/errors.ts';
import { safeText } from '../core/text.ts';
import type { Signer } from '../request/types.ts';
import { readCredentials, signerOfCredentials, vaultPassphrase } from './credentials.ts';
import { removeFromKeychain, writeKeychain } from './keychain.ts';
import {
  boundTo,
  type Credentials,
  type Profile,
  type ProfileDocument,
  profileName,
  profileOf,
} from './profile.ts';
import { profilePath, readProfiles, updateProfiles } from './profile-file.ts';
import { EXTERNAL_SCHEMES, parseReference, referenceText, shownReference } from './reference.ts';
import {
  type ProfilePlace,
  placeOfWish,
  type ResolvedSigner,
  refuseForeignKey,
  resolveWish,
  type SignerWish,
} from './resolve.ts';
import type { ProfileIo, ProfileServices } from './services.ts';
import { removeFromVault, writeVault } from './vault.ts';

/** Where keys that are typed or piped in are stored. */
export const KEY_STORES = ['vault', 'keychain', 'plain'] as const;
export type KeyStore = (typeof KEY_STORES)[number];

/** A profile to add. */
export interface NewProfile {
  readonly name: string;
  readonly environment: Environment;
  /** Addresses instead of the environment's own, by host name. */
  readonly hosts?: Readonly<Record<string, string>>;
  /** References that say where the keys are, or the keys themselves and where to store them. */
  readonly keys:
    | { readonly apiKey: string; readonly secret: string }
    | { readonly credentials: Credentials; readonly store: KeyStore };
  /** Takes the place of a profile of that name. */
  readonly isReplacement?: boolean;
}

/** A profile as people may see it: no key, and plain ones as stars. */
export interface ProfileSummary {
  readonly name: string;
  readonly isActive: boolean;
  readonly environment: Environment;
  readonly hosts: Readonly<Record<string, string>>;
  readonly keyType: Profile['keyType'];
  readonly apiKeyEnd: string;
  readonly fingerprint: string;
  readonly apiKey: string;
  readonly secret: string;
}

export interface Profiles {
  /** The file that holds them. */
  readonly path: string;
  /** Returns all profiles by name. */
  list(): readonly ProfileSummary[];
  /** Returns whether there is a profile of that name; throws a usage error for what can be none. */
  has(name: string): boolean;
  /** Returns one profile; throws a ToolError of kind `credentials` for an unknown name. */
  show(name: string): ProfileSummary;
  /**
   * Adds a profile after reading its keys once: a profile that could not sign is not added. The first becomes the
   * active one.
   */
  add(profile: NewProfile, io: ProfileIo): Promise<ProfileSummary>;
  /** Makes a profile the one that is used where none is named. */
  use(name: string): Promise<ProfileSummary>;
  /** Removes a profile, and its keys from the vault or the keychain. */
  remove(name: string, io: ProfileIo): Promise<ProfileSummary>;
  /** Returns the keys for a command with all that is known of them; see `resolveWish`. */
  resolve(wish: SignerWish, io: ProfileIo): Promise<ResolvedSigner>;
  /** Returns where those keys belong, and reads none; see `placeOfWish`. */
  placeOf(wish: SignerWish, io: ProfileIo): ProfilePlace | undefined;
  /** Returns only the signer. */
  resolveSigner(
    name: string | undefined,
    environment: Environment | undefined,
    io: ProfileIo,
  ): Promise<Signer>;
}

/** Returns the profiles kept in the folder; nothing is read before it is asked for. */
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
    has: (name) => Object.hasOwn(read().profiles, profileName(name)),
    show: (name) => summaryOf(read(), name),
    add: (profile, io) => add(folder, services, profile, io),
    async use(name) {
      const document = await updateProfiles(folder, services, (before) => {
        profileOf(before, name);
        return { ...before, active: name };
      });
      return summaryOf(document, name);
    },
    remove: (name, io) => remove(folder, services, name, io),
    resolve: (wish, io) => resolveWish(folder, services, io, wish),
    placeOf: (wish, io) => placeOfWish(folder, services, io, wish),
    async resolveSigner(name, environment, io) {
      const wish = {
        ...(name === undefined ? {} : { name }),
        ...(environment === undefined ? {} : { environment }),
      };
      return (await resolveWish(folder, services, io, wish)).signer;
    },
  };
}

async function add(
  folder: string,
  services: ProfileServices,
  wanted: NewProfile,
  io: ProfileIo,
): Promise<ProfileSummary> {
  const name = profileName(wanted.name);
  const { environment, keys } = wanted;
  const place = { environment, ...(wanted.hosts === undefined ? {} : { hosts: checkedHosts(wanted.hosts) }) };
  refuseTaken(readProfiles(folder, services), name, wanted);
  const references = 'store' in keys ? storedReferences(name, keys) : externalReferences(keys);
  const credentials =
    'store' in keys
      ? keys.credentials
      : await readCredentials(folder, services, io, { ...place, ...references, name });
  // Makes sure of the keys before anything is stored: what they are, and whether they belong here.
  const signer = await signerOfCredentials(services, io, credentials);
  refuseForeignKey(services, credentials.apiKey, environment, false);
  if ('store' in keys) await storeKeys(folder, services, io, { name, ...place }, keys);
  const profile: Profile = {
    ...place,
    keyType: signer.keyType,
    apiKeyEnd: signer.apiKey.slice(-4),
    fingerprint: signer.fingerprint,
    ...references,
  };
  const document = await updateProfiles(folder, services, (before) => {
    refuseTaken(before, name, wanted);
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
  // The profile goes first: a key without a profile is litter, a profile without its key is broken.
  if (summary.secret.startsWith('vault:')) await removeFromVault(folder, services, name);
  if (summary.secret.startsWith('keychain:')) {
    await removeFromKeychain({ ...services, variables: io.variables }, name);
  }
  return summary;
}

function refuseTaken(document: ProfileDocument, name: string, { isReplacement }: NewProfile): void {
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
      'To store a key, leave the references out and say where with --store.',
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
  bound: Pick<Profile, 'environment' | 'hosts'> & { readonly name: string },
  { store, credentials }: { readonly store: KeyStore; readonly credentials: Credentials },
): Promise<void> {
  const { name } = bound;
  if (store === 'vault') {
    const passphrase = await vaultPassphrase(io, true);
    await writeVault(folder, services, name, boundTo(name, bound), passphrase, credentials);
  }
  if (store === 'keychain') {
    await writeKeychain({ ...services, variables: io.variables }, name, credentials);
  }
}

/** Returns the hosts if each is one of the interface's and its address could be safe; transport checks it again. */
function checkedHosts(hosts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
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
    const isSafe =
      url !== undefined && /^(https?|wss?):$/.test(url.protocol) && url.username + url.password === '';
    if (isSafe) continue;
    throw usageError(
      `The address of the host ${name} must be one such as https://api.example.com, without a user name.`,
      'Plain http and ws go to this machine only.',
    );
  }
  return hosts;
}

function summaryOf(document: ProfileDocument, name: string): ProfileSummary {
  const profile = profileOf(document, name);
  return {
    name,
    isActive: document.active === name,
    environment: profile.environment,
    hosts: profile.hosts ?? {},
    keyType: profile.keyType,
    apiKeyEnd: profile.apiKeyEnd,
    fingerprint: profile.fingerprint,
    apiKey: shownReference(profile.apiKey),
    secret: shownReference(profile.secret),
  };
}
