/** Tests a profile and names the cause of a failure, as far as the exchange's answers show it. */
import { createServices, type Services } from '../../app/services.ts';
import { account } from '../../catalogue/spot/account.ts';
import { time } from '../../catalogue/spot/server.ts';
import { asToolError, EXIT_CODES, type ExitCode, type ToolError } from '../../core/errors.ts';
import { parseJson } from '../../core/json.ts';
import { formatDuration } from '../../core/time.ts';
import type { JsonValue } from '../../core/words.ts';
import { prepareRequest } from '../../request/prepare.ts';
import type { CommandCall } from '../types.ts';
import { rejectTypedKeys } from './typed-secrets.ts';

interface Finding {
  readonly check: 'exchange' | 'clock' | 'key' | 'signature' | 'address' | 'permissions';
  readonly state: 'good' | 'note' | 'fault';
  readonly found: string;
  /** How to fix the fault that was found; null if nothing is wrong. */
  readonly fix: string | null;
}

/**
 * The clock offset, in ms, above which a finding is reported: a request that is signed more than one second
 * ahead is rejected.
 */
const SKEW_NOTE_MS = 1_000;

/** Prints the findings; returns exit code 1 if there is a fault. Throws if the exchange cannot be reached. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { output } = call;
  const services = await servicesFor(call);
  const findings: Finding[] = [];
  try {
    findings.push(...(await testClock(services)), ...(await testKeys(services)));
  } finally {
    if (services !== call.services) await services.close();
  }
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

/**
 * Returns services for the named profile in its own environment, whatever environment is set for other
 * commands.
 */
async function servicesFor({ services, positionals, output }: CommandCall): Promise<Services> {
  const { name } = positionals as { readonly name?: string };
  if (name === undefined) return services;
  rejectTypedKeys([name]);
  const { environment } = (await services.keyring()).profiles.show(name);
  const settings = { ...services.settings, profile: name, environment, chosenEnvironment: environment };
  return createServices(services.world, settings, (text) => output.note(text));
}

async function testClock(services: Services): Promise<Finding[]> {
  const { clock } = services.world;
  const sentMs = clock.monotonicMs();
  const answer = await services.call(prepareRequest(time, [], { now: clock.now() }).request, {
    isOneOfMany: true,
  });
  const roundTripMs = clock.monotonicMs() - sentMs;
  const { serverTime } = parseJson(answer.body, { what: 'the answer', kind: 'unavailable' }) as {
    readonly serverTime: number;
  };
  const skewMs = Math.round(serverTime + roundTripMs / 2 - clock.now());
  const isOff = Math.abs(skewMs) > SKEW_NOTE_MS;
  return [
    { check: 'exchange', state: 'good', found: `${answer.origin} answers`, fix: null },
    {
      check: 'clock',
      state: isOff ? 'note' : 'good',
      found: `${formatDuration(Math.abs(skewMs))} ${skewMs >= 0 ? 'behind' : 'ahead of'} the exchange`,
      fix: isOff ? 'bourse corrects for it; synchronize the clock of this machine by NTP.' : null,
    },
  ];
}

async function testKeys(services: Services): Promise<Finding[]> {
  const { clock } = services.world;
  const given = [{ name: 'omitZeroBalances', text: 'true' }];
  try {
    const { request } = prepareRequest(account, given, { now: clock.now() });
    const answer = await services.call(request, { isOneOfMany: true });
    const isSandbox = (await services.destinationOf(request)).environment === 'sandbox';
    return goodFindings(parseJson(answer.body, { what: 'the answer', kind: 'unavailable' }), isSandbox);
  } catch (thrown) {
    return [findingOf(asToolError(thrown))];
  }
}

function goodFindings(value: JsonValue, isSandbox: boolean): Finding[] {
  const account = (typeof value === 'object' && value !== null ? value : {}) as Readonly<
    Record<string, JsonValue>
  >;
  const allowed = [
    ['canTrade', 'trade'],
    ['canDeposit', 'deposit'],
    ['canWithdraw', 'withdraw'],
  ].flatMap(([name, word]) => (account[name!] === true ? [word!] : []));
  const canWithdraw = account['canWithdraw'] === true && !isSandbox;
  return [
    { check: 'key', state: 'good', found: 'the exchange accepts the API key', fix: null },
    { check: 'signature', state: 'good', found: 'the secret matches the API key', fix: null },
    {
      check: 'permissions',
      state: canWithdraw ? 'note' : 'good',
      found: `the key may read; the account may ${allowed.length === 0 ? 'do nothing else' : allowed.join(', ')}`,
      // The answer holds the permissions of the account; those of the API key are shown only on the exchange's
      // website.
      fix: canWithdraw
        ? 'Check at the exchange that the key itself may not withdraw and is restricted to your IP addresses.'
        : null,
    },
  ];
}

/**
 * Returns the finding that the exchange's refusal points to; rethrows an error that is not about the keys.
 */
function findingOf(error: ToolError): Finding {
  const { code, httpStatus } = error.facts;
  const fault = (check: Finding['check'], found: string, fix: string): Finding => ({
    check,
    state: 'fault',
    found,
    fix,
  });
  switch (code) {
    case -2014:
      return fault(
        'key',
        'the exchange rejects the format of the API key',
        'Copy the API key again: 64 letters and digits.',
      );
    case -2015:
      return fault(
        'key',
        `the key is unknown, lacks read permission, or is not allowed from this IP address (${error.message})`,
        'Check at the exchange that the key exists in this environment, has read permission, and allows your IP address; the exchange does not say which one failed.',
      );
    case -1022:
      return fault(
        'signature',
        'the API key is known, but the secret does not match it',
        'Copy the secret again, or use the private key whose public half is registered with this API key.',
      );
    case -1021:
      return fault(
        'clock',
        'the timestamp was rejected even after the clock was measured',
        'Synchronize the clock of this machine by NTP.',
      );
    case -1002:
      return fault(
        'permissions',
        'the key may not read the account',
        'Allow reading for this key at the exchange.',
      );
    default:
      break;
  }
  if (httpStatus === 403 || httpStatus === 451) {
    return fault(
      'address',
      httpStatus === 451
        ? 'the exchange does not serve this region'
        : 'a firewall of the exchange blocks this IP address',
      httpStatus === 451
        ? 'Use an IP address in a region that the exchange serves.'
        : 'Wait a few minutes, then try again, or use another network.',
    );
  }
  throw error;
}
