/**
 * A process that updates the profiles of a folder many times. Arguments: folder, name of the process, number
 * of updates.
 */
import { userInfo } from 'node:os';
import { unixMs } from '../../src/core/words.ts';
import type { Profile } from '../../src/profile/profile.ts';
import { updateProfiles } from '../../src/profile/profile-file.ts';

const [folder = '', name = '', count = '0'] = process.argv.slice(2);
const services = {
  clock: {
    now: () => unixMs(Date.now()),
    monotonicMs: () => performance.now(),
    sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  },
  random: { next: Math.random },
  owner: userInfo().uid,
};
const profile: Profile = {
  environment: 'testnet',
  keyType: 'hmac',
  apiKeyEnd: 'Eh8A',
  fingerprint: '0123456789abcdef',
  apiKey: 'env:KEY',
  secret: 'env:SECRET',
};

for (let number = 0; number < Number(count); number += 1) {
  await updateProfiles(folder, services, (before) => ({
    ...before,
    profiles: { ...before.profiles, [`${name}-${number}`]: profile },
  }));
  // Printed only after the write returned, so the file must contain every printed update.
  process.stdout.write(`${name}-${number}\n`);
}
