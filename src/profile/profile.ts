/** What a profile says: which keys go with which environment. It holds no secret, only where one is kept. */
import type { Environment } from '../catalogue/hosts.ts';
import { ToolError, usageError } from '../core/errors.ts';
import { nearestWord, safeText } from '../core/text.ts';
import type { Signer } from '../request/types.ts';

/** A profile as it stands in the file (schemas/profile.v1.schema.json). */
export interface Profile {
  readonly environment: Environment;
  /** Addresses instead of the environment's own, by host name. */
  readonly hosts?: Readonly<Record<string, string>>;
  readonly keyType: 'hmac' | 'rsa' | 'ed25519';
  /** The last four characters of the API key, to know it by. */
  readonly apiKeyEnd: string;
  /** 16 hexadecimal digits by which the secret is known again. */
  readonly fingerprint: string;
  /** Where the API key is kept. */
  readonly apiKey: string;
  /** Where the secret is kept. */
  readonly secret: string;
}

/** The profile file. */
export interface ProfileDocument {
  readonly schemaVersion: 1;
  /** The profile that is used where none is named. */
  readonly active?: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

/** A signer that says what it signs with; made by the room that signs and handed in. */
export interface KeySigner extends Signer {
  readonly keyType: Profile['keyType'];
  readonly fingerprint: string;
}

/** An API key and its secret. They are kept in variables for as long as it takes to make a signer. */
export interface Credentials {
  readonly apiKey: string;
  readonly secret: string;
}

const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** Returns the name if a profile can bear it; throws a usage error. */
export function checkProfileName(name: string): string {
  if (NAME.test(name)) return name;
  throw usageError(
    `A profile's name must be 1 to 64 small letters, digits, "-" and "_", the first a letter or digit; was "${safeText(name.slice(0, 64))}".`,
    'Choose a name such as main or bot-2.',
  );
}

/** Returns the profile of that name; throws a ToolError of kind `credentials` that names those that exist. */
export function requireProfile(document: ProfileDocument, name: string): Profile {
  // A name such as "constructor" must not find what every object has.
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

/** The text by which a vault binds a record to its profile: name, environment and hosts. */
export function vaultBinding(name: string, profile: Pick<Profile, 'environment' | 'hosts'>): string {
  const hosts = Object.entries(profile.hosts ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(['bourse profile', name, profile.environment, hosts]);
}

/** Returns an error of kind `credentials`; nothing was sent. */
export function credentialsError(message: string, hint: string, cause?: unknown): ToolError {
  return new ToolError({
    kind: 'credentials',
    message,
    hint,
    execution: 'not_executed',
    ...(cause === undefined ? {} : { cause }),
  });
}
