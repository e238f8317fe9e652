/** Checks the setup of this machine; each fault comes with its fix. */
import { accessSync, constants, lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { cooldownFolder } from '../../app/cooldowns.ts';
import { destinationText } from '../../app/destination.ts';
import { findSandbox } from '../../app/embedded-sandbox.ts';
import type { World } from '../../app/world.ts';
import { account } from '../../catalogue/spot/account.ts';
import { ping, time } from '../../catalogue/spot/server.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import { asToolError, EXIT_CODES, type ExitCode } from '../../core/errors.ts';
import { parseJson } from '../../core/json.ts';
import { couldBeSecret } from '../../core/key-detection.ts';
import { plural, safeText } from '../../core/text.ts';
import { formatDuration } from '../../core/time.ts';
import { buildRequest, prepareRequest } from '../../request/prepare.ts';
import { activeCooldowns } from '../../store/cooldowns.ts';
import type { CommandCall } from '../types.ts';

interface Finding {
  readonly check: string;
  readonly state: 'good' | 'note' | 'fault';
  readonly found: string;
  /** How to fix the fault that was found; null if nothing is wrong. */
  readonly fix: string | null;
}

const NODE_MIN = [20, 19] as const;
/** Environment variables that make Node log secrets, or skip certificate checks. */
const LEAKY_VARIABLES = ['NODE_DEBUG', 'SSLKEYLOGFILE', 'NODE_TLS_REJECT_UNAUTHORIZED'] as const;
/** Clock offset, in ms, beyond which signed calls are rejected (interface document, Authentication). */
const SKEW_NOTE_MS = 1000;

/** Prints the findings of all checks; returns exit code 1 if there is a fault. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { services, output, options } = call;
  const { world } = services;
  const findings = [
    checkNodeVersion(world),
    ...startUpCost(world),
    ...leakyVariables(world),
    ...Object.entries(world.folders).map(([name, folder]) => checkFolder(name, folder)),
    {
      check: 'environment',
      state: 'good',
      found: services.settings.environment,
      fix: null,
    } satisfies Finding,
    await checkDestination(call, 'public calls', ping),
    await checkDestination(call, 'signed calls', account),
    ...(await checkKeys(call)),
    ...exposedKeys(world),
    ...cooldowns(world),
    await checkSandbox(call),
    ...(options['offline'] === true ? [] : await checkExchange(call)),
  ];
  if (output.format === 'table') {
    const { paint } = output;
    const marks = { good: paint.green('✓'), note: paint.yellow('!'), fault: paint.red('✗') };
    const lines = findings.map(
      (one) => `${marks[one.state]} ${one.check}: ${one.found}${one.fix === null ? '' : `\n    ${one.fix}`}`,
    );
    await output.text(lines.join('\n'));
  } else await output.value(findings.map((one) => ({ ...one })));
  return findings.some((one) => one.state === 'fault') ? EXIT_CODES.check : EXIT_CODES.done;
}

/** Reports to which address calls like those of an endpoint would be sent; sends nothing and reads no key. */
async function checkDestination(
  { services }: CommandCall,
  check: string,
  endpoint: Endpoint,
): Promise<Finding> {
  try {
    const destination = await services.destinationOf(buildRequest(endpoint, new Map()));
    return { check, state: 'good', found: `go to ${destinationText(destination)}`, fix: null };
  } catch (thrown) {
    const error = asToolError(thrown);
    return { check, state: 'fault', found: error.message, fix: error.facts.hint ?? null };
  }
}

function checkNodeVersion({ facts }: World): Finding {
  const [major = 0, minor = 0] = facts.nodeVersion.replace(/^v/, '').split('.').map(Number);
  const isGood = major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1]);
  return {
    check: 'node',
    state: isGood ? 'good' : 'fault',
    found: facts.nodeVersion,
    fix: isGood ? null : `bourse needs Node ${NODE_MIN.join('.')} or later.`,
  };
}

function startUpCost({ environment, facts }: World): Finding[] {
  if (!environment['NODE_EXTRA_CA_CERTS'] || !facts.nodeVersion.startsWith('v20.')) return [];
  return [
    {
      check: 'start-up',
      state: 'note',
      found: 'NODE_EXTRA_CA_CERTS is set; Node 20 reads that file at every start, which takes about 0.1 s',
      fix: 'Unset it for bourse unless your certificates need it.',
    },
  ];
}

function leakyVariables({ environment, facts }: World): Finding[] {
  const set: string[] = LEAKY_VARIABLES.filter(
    (name) =>
      environment[name] !== undefined &&
      environment[name] !== '' &&
      !(name === 'NODE_TLS_REJECT_UNAUTHORIZED' && environment[name] === '1'),
  );
  const inspected = facts.execArguments.filter((one) => one.startsWith('--inspect'));
  return [...set, ...inspected].map((name) => ({
    check: 'secrets',
    state: 'fault',
    found: `${name} is set`,
    fix: 'It can expose secrets or let others impersonate the exchange; unset it.',
  }));
}

/**
 * Checks that a folder is writable; for a missing folder, its nearest existing parent, since bourse creates
 * folders.
 */
function checkFolder(name: string, folder: string): Finding {
  const check = `${name} folder`;
  let current = folder;
  for (;;) {
    try {
      const state = lstatSync(current);
      if (!state.isDirectory() && !state.isSymbolicLink())
        return {
          check,
          state: 'fault',
          found: `${current} is not a folder`,
          fix: 'Move it away, or set BOURSE_HOME.',
        };
      accessSync(current, constants.W_OK);
      const isOpen = current === folder && (state.mode & 0o022) !== 0;
      return {
        check,
        state: isOpen ? 'note' : 'good',
        found: folder,
        fix: isOpen ? `Others can write to it: chmod go-w ${folder}` : null,
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(current) === current) {
        return {
          check,
          state: 'fault',
          found: `${current} cannot be written to`,
          fix: 'Change its owner or permissions, or set BOURSE_HOME.',
        };
      }
      current = dirname(current);
    }
  }
}

/** Reports exchanges to which commands send nothing until a rate limit or ban ends. */
function cooldowns(world: World): Finding[] {
  const folder = cooldownFolder(world);
  return activeCooldowns(folder, world.clock).map(({ name, leftMs }) => ({
    check: 'limits',
    state: 'note',
    found: `${safeText(name)}: no requests for ${formatDuration(leftMs)}, as the exchange demanded`,
    fix: `Wait. If the IP address of this machine has changed since, remove ${folder}`,
  }));
}

/** Checks the profiles and their key stores; reads no key, so there is no passphrase prompt. */
async function checkKeys({ services }: CommandCall): Promise<Finding[]> {
  const check = 'keys';
  try {
    const { profiles } = await services.keyring();
    const all = profiles.list();
    if (all.length === 0)
      return [{ check, state: 'good', found: 'no profiles; add one with bourse profile add', fix: null }];
    const found = all.map(
      ({ name, secret, isActive }) => `${name}${isActive ? ' (active)' : ''} in ${storeOf(secret)}`,
    );
    const plainTextProfiles = all
      .filter(({ secret }) => storeOf(secret) === 'plain text')
      .map(({ name }) => name);
    return [
      { check, state: 'good', found: `${plural(all.length, 'profile')}: ${found.join(', ')}`, fix: null },
      ...plainTextProfiles.map(
        (name): Finding => ({
          check,
          state: 'note',
          found: `the keys of ${name} are stored in plain text in ${profiles.path}`,
          fix: `Move them: bourse profile add ${name} --replace --store vault`,
        }),
      ),
    ];
  } catch (thrown) {
    const error = asToolError(thrown);
    return [{ check, state: 'fault', found: error.message, fix: error.facts.hint ?? null }];
  }
}

/**
 * Returns where a key reference stores its key, which is the scheme of the reference; masked plain-text keys
 * have none.
 */
function storeOf(reference: string): string {
  const scheme = /^([a-z]+):/.exec(reference)?.[1];
  return scheme === undefined || scheme === 'plain' ? 'plain text' : scheme;
}

/** Reports environment variables that hold keys, judged by name and by value; prints their names only. */
function exposedKeys({ environment }: World): Finding[] {
  const names = Object.entries(environment)
    .filter(([name, value]) => {
      if (value === undefined || value === '') return false;
      return (
        /^BOURSE_(API_KEY|API_SECRET|VAULT_PASSPHRASE|KEY_PASSPHRASE)$/.test(name) ||
        (/KEY|SECRET|TOKEN/i.test(name) && couldBeSecret(value))
      );
    })
    .map(([name]) => name);
  return names.map((name) => ({
    check: 'secrets',
    state: 'note',
    found: `the variable ${safeText(name)} holds a key that every program started from this shell can read`,
    fix: 'Store it in a profile (bourse profile add NAME), then unset the variable.',
  }));
}

async function checkSandbox({ services }: CommandCall): Promise<Finding> {
  const check = 'sandbox';
  try {
    const running = await findSandbox(services.world, services.sandboxFolder);
    const found =
      running === undefined
        ? 'not running; commands with --env sandbox start one inside their own process'
        : `running at ${running.hosts.spot}, seed ${running.seed}`;
    return { check, state: 'good', found, fix: null };
  } catch (thrown) {
    const error = asToolError(thrown);
    return { check, state: 'fault', found: error.message, fix: error.facts.hint ?? null };
  }
}

async function checkExchange({ services }: CommandCall): Promise<Finding[]> {
  const { clock } = services.world;
  try {
    await services.call(prepareRequest(ping, [], { now: clock.now() }).request, { isOneOfMany: true });
    const before = clock.now();
    const answer = await services.call(prepareRequest(time, [], { now: before }).request, {
      isOneOfMany: true,
    });
    const after = clock.now();
    const { serverTime } = parseJson(answer.body) as { serverTime: number };
    const skewMs = Math.round(serverTime - (before + after) / 2);
    const isOff = Math.abs(skewMs) > SKEW_NOTE_MS;
    return [
      {
        check: 'exchange',
        state: 'good',
        found: `${answer.origin} answers in ${after - before} ms`,
        fix: null,
      },
      {
        check: 'clock',
        state: isOff ? 'note' : 'good',
        found: `${formatDuration(Math.abs(skewMs))} ${skewMs >= 0 ? 'behind' : 'ahead of'} the exchange`,
        fix: isOff ? 'Synchronize the clock of this machine by NTP.' : null,
      },
    ];
  } catch (thrown) {
    const error = asToolError(thrown);
    return [{ check: 'exchange', state: 'fault', found: error.message, fix: error.facts.hint ?? null }];
  }
}
