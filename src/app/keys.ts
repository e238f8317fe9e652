/** Opens the profiles of this machine, resolves the keys of a run, and signs requests with them. */

import { isSandboxKey } from '../core/sandbox-key.ts';
import type { UnixMs } from '../core/words.ts';
import { openProfiles, type Profiles } from '../profile/profiles.ts';
import type { KeyTarget, ResolvedSigner, SignerOptions } from '../profile/resolve.ts';
import type { ProfileIo, ProfileServices } from '../profile/services.ts';
import type { Permit } from '../request/permit.ts';
import { withKey, withSignature } from '../request/signature.ts';
import type { Answer, PreparedRequest, Send } from '../request/types.ts';
import { createSigner } from '../signing/signer.ts';
import { redactAnswer } from './redaction.ts';
import type { Settings } from './settings.ts';
import type { World } from './world.ts';

export interface Keyring {
  readonly profiles: Profiles;
  readonly io: ProfileIo;
}

/** Returns the profiles of this machine, with the prompts and variables that their commands use. */
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
    createSigner,
    isSandboxKey,
    ...(demoKeys === undefined ? {} : { demoKeys }),
    nodePath: world.facts.nodePath,
    programFile: world.facts.programFile,
    execArguments: world.facts.execArguments,
  };
  const io: ProfileIo = {
    variables: world.environment,
    forgetVariable: world.forgetVariable,
    killProcessGroup: world.killProcessGroup,
    ask: world.ask,
    warn,
    allowsLeaks: settings.allowsLeaks,
  };
  return { profiles: openProfiles(world.folders.config, services), io };
}

/**
 * Returns the keys of the sandbox's demo account. Loads sandbox modules, so only runs in the sandbox call it.
 */
async function demoAccount(sandboxFolder: string) {
  const [{ demoKeys }, { savedSeed }] = await Promise.all([
    import('../sandbox/engine/ledger/demo-keys.ts'),
    import('../sandbox/storage/state-folder.ts'),
  ]);
  return () => demoKeys(savedSeed(sandboxFolder));
}

/**
 * Returns the keys that the options and variables of the command select. With `isLoopback` a key of any
 * environment is accepted.
 */
export function resolveKeys(
  { profiles, io }: Keyring,
  settings: Settings,
  isLoopback: boolean,
): Promise<ResolvedSigner> {
  return profiles.resolve({ ...signerChoiceOf(settings), isLoopback }, io);
}

/**
 * Returns the environment and hosts of the selected profile without reading its keys; undefined without a
 * profile.
 */
export function profileOfKeys({ profiles, io }: Keyring, settings: Settings): KeyTarget | undefined {
  return profiles.findTarget(signerChoiceOf(settings), io);
}

function signerChoiceOf({ profile, chosenEnvironment }: Settings): SignerOptions {
  return {
    ...(profile === undefined ? {} : { name: profile }),
    ...(chosenEnvironment === undefined ? {} : { environment: chosenEnvironment }),
  };
}

/** The permits, timestamps and recvWindows with which requests are signed. */
export interface SigningTerms {
  /** Returns the permit of one attempt. Throws kind `refused` for a write that has none. */
  readonly permitOf: (request: PreparedRequest) => Permit;
  /** Returns the exchange's time in ms for a request about to be sent. */
  readonly serverNow: (request: PreparedRequest) => UnixMs;
  /** Returns the recvWindow of a request in ms; undefined sends none and leaves the exchange's default. */
  readonly recvWindowOf: (request: PreparedRequest) => number | undefined;
}

/**
 * Returns a Send that adds to each attempt what its security requires: nothing, the API key, or the API key
 * and a signature over exactly the bytes that are sent. Removes keys and signature from answers.
 */
export function signRequests(
  send: Send,
  keys: ResolvedSigner,
  { permitOf, serverNow, recvWindowOf }: SigningTerms,
): Send {
  const { signer } = keys;
  const authorize = (request: PreparedRequest): PreparedRequest => {
    if (request.security === 'NONE') return request;
    const right = { signer, permit: permitOf(request) };
    if (request.security === 'MARKET_DATA' || request.security === 'USER_STREAM')
      return withKey(request, right);
    const recvWindow = recvWindowOf(request);
    return withSignature(request, right, {
      timestamp: serverNow(request),
      ...(recvWindow === undefined ? {} : { recvWindow }),
    });
  };
  return async (request, signal) => {
    const sent = authorize(request);
    const answer: Answer = await send(sent, signal);
    // A server may repeat the request in its answer; only this function knows the request's signature and
    // can remove it.
    return redactAnswer(answer, keys, signatureOf(sent));
  };
}

/** Returns the decoded signature of a request; undefined if it has none. */
export function signatureOf({ query, body }: Pick<PreparedRequest, 'query' | 'body'>): string | undefined {
  const found = signatureIn(query) ?? (body === undefined ? undefined : signatureIn(body));
  return found?.includes('%') === true ? decodeURIComponent(found) : found;
}

/** Returns the first signature among encoded parameters, which is the last of them where bourse signed the request. */
function signatureIn(parameters: string): string | undefined {
  let at = parameters.indexOf(SIGNATURE);
  while (at > 0 && parameters[at - 1] !== '&') at = parameters.indexOf(SIGNATURE, at + 1);
  if (at < 0) return undefined;
  const end = parameters.indexOf('&', at);
  return parameters.slice(at + SIGNATURE.length, end < 0 ? undefined : end);
}

const SIGNATURE = 'signature=';
