/** The data of a profile: an environment and references to its keys, never the keys themselves. */
import type { Interface } from '../catalogue/environments.ts';
import type { Environment } from '../catalogue/hosts.ts';
import { ToolError, usageError } from '../core/errors.ts';
import { nearestWord, safeText } from '../core/text.ts';
import type { KeyType } from '../request/signer.ts';

/** A profile in the profile file (schemas/profile.v1.schema.json). */
export interface Profile {
  readonly environment: Environment;
  /** Host addresses that replace those of the environment, by host name. */
  readonly hosts?: Readonly<Record<string, string>>;
  /** The interface (`document` or `today`) that the profile's hosts serve; `document` if absent. */
  readonly interface?: Interface;
  readonly keyType: KeyType;
  /** The last four characters of the API key, for identification. */
  readonly apiKeyEnd: string;
  /** 16 hexadecimal digits that identify the secret. */
  readonly fingerprint: string;
  /** The reference that says where the API key is stored. */
  readonly apiKey: string;
  /** The reference that says where the secret is stored. */
  readonly secret: string;
}

/** The profile file. */
export interface ProfileDocument {
  readonly schemaVersion: 1;
  /** The default profile. */
  readonly active?: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

/** An API key and its secret, held only until the signer is created. */
export interface Credentials {
  readonly apiKey: string;
  readonly secret: string;
}

const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** Returns the name if it is a valid profile name; otherwise throws a usage error. */
export function checkProfileName(name: string): string {
  if (NAME.test(name)) return name;
  throw usageError(
    `A profile's name must be 1 to 64 lowercase letters, digits, "-" and "_", the first a letter or digit; was "${safeText(name.slice(0, 64))}".`,
    'Choose a name such as main or bot-2.',
  );
}

/**
 * Returns the profile with a name. Throws a ToolError of kind `credentials` that lists the existing profiles
 * if there is none.
 */
export function requireProfile(document: ProfileDocument, name: string): Profile {
  // A name such as "constructor" must not find an inherited property.
  const found = Object.hasOwn(document.profiles, name) ? document.profiles[name] : undefined;
  if (found !== undefined) return found;
  const names = Object.keys(document.profiles);
  const close = nearestWord(name, names);
  throw new ToolError({
    kind: 'credentials',
    message: `There is no profile "${safeText(name.slice(0, 64))}".`,
    hint:
      close !== undefined
        ? `Did you mean ${close}?`
        : names.length === 0
          ? 'There are none yet: bourse profile add NAME'
          : `There are: ${names.join(', ')}.`,
    execution: 'not_executed',
  });
}

/** Returns the text that binds a vault record to its profile: name, environment and hosts. */
export function vaultBinding(name: string, profile: Pick<Profile, 'environment' | 'hosts'>): string {
  const hosts = Object.entries(profile.hosts ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(['bourse profile', name, profile.environment, hosts]);
}

/** Returns an error of kind `credentials`, for a command that was rejected before anything was sent. */
export function credentialsError(message: string, hint: string, cause?: unknown): ToolError {
  return new ToolError({
    kind: 'credentials',
    message,
    hint,
    execution: 'not_executed',
    ...(cause === undefined ? {} : { cause }),
  });
}
