/** Keys, requests and answers for the tests of the app classes. */
import { readSettings, type Settings } from '../../src/app/settings.ts';
import type { World } from '../../src/app/world.ts';
import type { Clock } from '../../src/core/clock.ts';
import type { ResolvedSigner } from '../../src/profile/resolve.ts';
import type { Answer, PreparedRequest, Send } from '../../src/request/types.ts';
import { testWorld } from '../acceptance/world.ts';
import { answer } from '../transport/requests.ts';

export const API_KEY = 'key-of-the-test';

/** Returns a world with its own folders and the given clock. */
export function worldWith(clock: Clock): World {
  return testWorld({ clock }, { stdout: '', stderr: '' });
}

/** Returns the settings of an environment; `hosts` are the values of --host. */
export function settingsOf(env: 'sandbox' | 'testnet', ...hosts: readonly string[]): Settings {
  return { ...readSettings({ env }, {}), hosts };
}

/** Returns keys that record the payloads that are signed with them. */
export function recordingKeys(): ResolvedSigner & { readonly payloads: string[] } {
  const payloads: string[] = [];
  return {
    payloads,
    signer: {
      apiKey: API_KEY,
      keyType: 'hmac',
      fingerprint: '0123456789abcdef',
      sign(permit, call) {
        permit.use(call);
        payloads.push(call.payload);
        return `signature${payloads.length}`;
      },
    },
    environment: 'testnet',
    hosts: {},
    profile: undefined,
    redact: (text) => text.replaceAll(API_KEY, '***'),
  };
}

/** Returns a Send that answers 200 and records its requests. */
export function recordingSend(body = '{}'): Send & { readonly requests: PreparedRequest[] } {
  const requests: PreparedRequest[] = [];
  const send: Send = async (request): Promise<Answer> => {
    requests.push(request);
    return answer(200, body);
  };
  return Object.assign(send, { requests });
}

/** Returns the value of a parameter in the query or body of a request. */
export function parameterOf({ query, body }: PreparedRequest, name: string): string | null {
  return new URLSearchParams(query === '' ? body : query).get(name);
}
