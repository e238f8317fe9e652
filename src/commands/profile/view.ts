/** Views of profiles. */
import type { Keyring } from '../../app/keys.ts';
import type { Column, View } from '../../catalogue/types.ts';
import type { JsonValue } from '../../core/words.ts';

/** A profile without its keys; plain-text keys are masked. */
export type ProfileView = ReturnType<Keyring['profiles']['show']>;

const COLUMNS: readonly Column[] = [
  { name: 'name', is: 'text' },
  { name: 'active', title: 'active', is: 'boolean' },
  { name: 'environment', is: 'text' },
  { name: 'keyType', title: 'key', is: 'text' },
  { name: 'apiKeyEnd', title: 'API key ends', is: 'text' },
  { name: 'apiKey', title: 'API key from', is: 'text', hidden: true },
  { name: 'secret', title: 'secret from', is: 'text' },
  { name: 'fingerprint', is: 'text', hidden: true },
  { name: 'hosts', is: 'text', hidden: true },
  { name: 'interface', is: 'text', hidden: true },
];

/** One row for each profile. */
export const PROFILE_ROWS: View = { shape: 'rows', columns: COLUMNS };

/** The view that shows each field of a profile on its own line. */
export const PROFILE_RECORD: View = {
  shape: 'record',
  columns: COLUMNS.map(({ hidden: _aside, ...column }) => column),
};

/** Returns the profile as a JSON value for any output format. */
export function profileRecord({ isActive, hosts, ...profile }: ProfileView): JsonValue {
  const { name, environment, keyType, apiKeyEnd, fingerprint, apiKey, secret } = profile;
  return {
    name,
    active: isActive,
    environment,
    keyType,
    apiKeyEnd,
    fingerprint,
    apiKey,
    secret,
    hosts: { ...hosts },
    interface: profile.interface ?? null,
  };
}
