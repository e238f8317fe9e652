/** The keys of a run: resolved once, used for each attempt, shown nowhere. */

import { isSandboxKey } from '../core/sandbox-key.ts';
import type { UnixMs } from '../core/words.ts';
import { openProfiles, type Profiles } from '../profile/profiles.ts';
import type { ProfilePlace, ResolvedSigner, SignerWish } from '../profile/resolve.ts';
import type { ProfileIo, ProfileServices } from '../profile/services.ts';
import { withKey, withSignature } from '../request/signature.ts';
import type { Answer, PreparedRequest, Send } from '../request/types.ts';
import { signerOf } from '../signing/signer.ts';
import { redactSecrets } from './redaction.ts';
import type { Settings } from './settings.ts';
import type { World } from './world.ts';

export interface Keyring {
  readonly profiles: Profiles;
  readonly io: ProfileIo;
}

/** Returns the profiles of this machine and the conversation with the person in front of it. */
export async function openKeyring(
  world: World,
  settings: Settings,
  warn: (text: string) => void,
  sandboxFolder: string,
): Promise<Keyring> {
  const demoKeys = settings.chosenEnvironment === 'sandbox' ? await demoAccount(sandboxFolder) : undefined;
  const services: ProfileServices = {
    clock: world.clock,
    random: world.random,
    owner: world.facts.owner,
    interrupt: world.interrupt,
    secretHex: world.secretHex,
    signerOf,
    isSandboxKey,
    ...(demoKeys === undefined ? {} : { demoKeys }),
    nodePath: world.facts.nodePath,
    programFile: world.facts.programFile,
    execArguments: world.facts.execArguments,
  };
  const io: ProfileIo = {
    variables: world.environment,
    forgetVariable: world.forgetVariable,
    ask: world.ask,
    warn,
    allowsLeaks: settings.allowsLeaks,
  };
  return { profiles: openProfiles(world.folders.config, services), io };
}

/** The sandbox's own account; only a run in the sandbox loads what knows it. */
async function demoAccount(sandboxFolder: string) {
  const [{ demoKeys }, { savedSeed }] = await Promise.all([
    import('../sandbox/engine/ledger/demo-keys.ts'),
    import('../sandbox/storage/state-folder.ts'),
  ]);
  return () => demoKeys(savedSeed(sandboxFolder));
}

/** Returns the keys that the command's options and variables mean. */
export function resolveKeys(
  { profiles, io }: Keyring,
  settings: Settings,
  isLoopback: boolean,
): Promise<ResolvedSigner> {
  return profiles.resolve({ ...wishOf(settings), isLoopback }, io);
}

/** Returns where those keys belong, reading none; undefined where no profile is meant. */
export function placeOfKeys({ profiles, io }: Keyring, settings: Settings): ProfilePlace | undefined {
  return profiles.placeOf(wishOf(settings), io);
}

function wishOf({ profile, chosenEnvironment }: Settings): SignerWish {
  return {
    ...(profile === undefined ? {} : { name: profile }),
    ...(chosenEnvironment === undefined ? {} : { environment: chosenEnvironment }),
  };
}

export interface SigningOptions {
  readonly keys: ResolvedSigner;
  /** Returns the exchange's time in ms for a request about to be sent. */
  readonly serverNow: (request: PreparedRequest) => UnixMs;
  /** Returns the recvWindow of a request in ms; undefined sends none and leaves the exchange's default. */
  readonly recvWindowOf: (request: PreparedRequest) => number | undefined;
}

/**
 * Returns a Send that gives each attempt what its security asks for: nothing, the key, or the key and a fresh
 * signature over exactly the bytes that leave. Keys and the signature are taken out of the text of refusals.
 */
export function signing(send: Send, { keys, serverNow, recvWindowOf }: SigningOptions): Send {
  const sealed = (request: PreparedRequest): PreparedRequest => {
    if (request.security === 'NONE') return request;
    if (request.security === 'MARKET_DATA' || request.security === 'USER_STREAM')
      return withKey(request, keys.signer.apiKey);
    const recvWindow = recvWindowOf(request);
    return withSignature(request, keys.signer, {
      timestamp: serverNow(request),
      ...(recvWindow === undefined ? {} : { recvWindow }),
    });
  };
  return async (request, signal) => {
    const sent = sealed(request);
    const answer: Answer = await send(sent, signal);
    // Whoever refuses may repeat what it refused: only here the signature is known by which to find it.
    return answer.status < 300
      ? answer
      : { ...answer, body: redactSecrets(answer.body, keys, signatureOf(sent)) };
  };
}

function signatureOf({ query, body }: PreparedRequest): string | undefined {
  const found = /(?:^|&)signature=([^&]*)/.exec(`${query}&${body ?? ''}`)?.[1];
  return found === undefined ? undefined : decodeURIComponent(found);
}
