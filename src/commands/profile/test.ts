/** Tries a profile and tells apart, as far as the exchange's answers allow, what is at fault. */
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
  /** What to do; null where nothing is to be done. */
  readonly fix: string | null;
}

/** A request from a clock further behind than the usual window is refused; a second ahead is enough as well. */
const SKEW_NOTE_MS = 1_000;

/** Prints what was found; exit 1 when something is at fault. Throws when the exchange could not be asked at all. */
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

/** A profile that is named is tried where it belongs, whatever environment was chosen for other commands. */
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
      fix: isOff ? 'bourse reckons with it, but set the clock of this machine by the network.' : null,
    },
  ];
}

async function testKeys(services: Services): Promise<Finding[]> {
  const { clock } = services.world;
  const given = [{ name: 'omitZeroBalances', text: 'true' }];
  try {
    const { request } = prepareRequest(account, given, { now: clock.now() });
    const answer = await services.call(request, { isOneOfMany: true });
    const isSandbox = (await services.environmentOf(request)) === 'sandbox';
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
    { check: 'key', state: 'good', found: 'the exchange knows the key', fix: null },
    { check: 'signature', state: 'good', found: 'the secret belongs to it', fix: null },
    {
      check: 'permissions',
      state: canWithdraw ? 'note' : 'good',
      found: `it may read; the account may ${allowed.length === 0 ? 'do nothing else' : allowed.join(', ')}`,
      // The answer speaks of the account; what the key itself may do stands on the exchange's page only.
      fix: canWithdraw
        ? 'See at the exchange that the key itself may not withdraw, and that it is limited to your IP addresses.'
        : null,
    },
  ];
}

/** Returns what a refusal points at; throws it where it says nothing of the keys. */
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
        'the exchange takes this for no API key',
        'Copy the API key again: 64 letters and digits.',
      );
    case -2015:
      return fault(
        'key',
        `the key is unknown there, may not read, or may not be used from this address (${error.message})`,
        'See at the exchange that the key exists in this environment, may read, and that its list of IP addresses holds yours; the exchange does not say which it is.',
      );
    case -1022:
      return fault(
        'signature',
        'the key is known, and the secret is not its secret',
        'Copy the secret again, or use the private key whose public half is registered with this API key.',
      );
    case -1021:
      return fault(
        'clock',
        'the time of the call was refused, also after the clock was measured',
        'Set the clock of this machine by the network.',
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
        : 'a firewall before the exchange refuses this address',
      httpStatus === 451
        ? 'Use an address of a region that it serves.'
        : 'Wait some minutes, then try again; another network may help.',
    );
  }
  throw error;
}
