/**
 * `bourse api`: calls a method and path. A write to a path of the catalogue is sent as its own command sends
 * it, with the same ids, filters, confirmation and look-up. A call of any other path is sent as typed.
 */
import { destinationText } from '../../app/destination.ts';
import { effectiveValue, isSigned } from '../../catalogue/define.ts';
import { ENDPOINTS } from '../../catalogue/index.ts';
import type { Endpoint, Security } from '../../catalogue/types.ts';
import { type Fault, usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import { buildRequest } from '../../request/prepare.ts';
import { type CheckedRawCall, checkRawCall, prepareKnown, prepareUnknown } from '../../request/raw.ts';
import type { PreparedRequest } from '../../request/types.ts';
import { confirm } from '../calling/confirm.ts';
import { showRequest } from '../calling/dry-run.ts';
import { sendWrite } from '../calling/send-write.ts';
import type { CommandCall, Run, TypedArgument, Verb } from '../types.ts';

/** Runs `bourse api`; returns the exit code of the command that sends the same call. */
export const run: Run = async (call) => {
  const { positionals, options, services, output } = call;
  const given = readPairs((positionals['parameters'] ?? []) as readonly string[]);
  const raw = checkRawCall(
    {
      method: String(positionals['method']),
      path: String(positionals['path']),
      ...(typeof options['at-host'] === 'string' ? { host: options['at-host'] } : {}),
    },
    ENDPOINTS,
  );
  const { known } = raw;
  if (known !== undefined) checkSecurity(raw, known, call);
  if (known !== undefined && known.effect !== 'read') {
    checkWriteHost(raw, known);
    return runCommandOf(call, known, given);
  }
  const now = services.world.clock.now();
  const { request, notes, wire } =
    known === undefined
      ? prepareUnknown(raw, given, { security: typedSecurity(call, raw.method) })
      : prepareKnown(raw, known, given, now);
  for (const note of notes) output.note(note);
  if (known === undefined && request.security !== 'NONE') await noteKeyDestination(call, request);
  if (options['dry-run'] === true) return showRequest(call, request);
  if (request.effect === 'read') {
    const answer = await services.call(request);
    return output.answer(answer.body, known?.view, { now });
  }
  await confirm(call, request);
  await sendWrite(call, { endpoint: { summary: request.path, params: {} }, request, wire });
};

/** Sends a write in the same way as the command that calls its endpoint. */
async function runCommandOf(
  call: CommandCall,
  endpoint: Endpoint,
  given: readonly TypedArgument[],
): ReturnType<Run> {
  const command = (await call.commands()).get(endpoint.id);
  const { run: runCommand } = await (command?.verb.handler?.() ?? import('../calling/send-write.ts'));
  return runCommand({
    ...call,
    ...(command === undefined ? {} : { verb: command.verb, command: command.words }),
    endpoint,
    given,
    options: { ...call.options, ...productOption(command?.verb, endpoint) },
  });
}

/** Throws a usage error if a write of the catalogue is to be sent to another host than its own. */
function checkWriteHost({ method, path, host }: CheckedRawCall, endpoint: Endpoint): void {
  const own = buildRequest(endpoint, new Map()).host;
  if (host === undefined || host === own) return;
  throw usageError(
    `${method} ${path} is in the catalogue and goes to the host ${own}, not to ${host}.`,
    `Omit --at-host; another address is chosen with --host ${own}=address.`,
  );
}

/** Returns the option that chooses the product of an endpoint, if its command has several products. */
function productOption(verb: Verb | undefined, { id }: Endpoint): { readonly on?: string } {
  const products = typeof verb?.endpoint === 'object' ? Object.entries(verb.endpoint) : [];
  const product = products.length > 1 ? products.find(([, one]) => one === id)?.[0] : undefined;
  return product === undefined ? {} : { on: product };
}

/** Returns the security type that the options choose for a path outside the catalogue. */
function typedSecurity({ options }: CommandCall, method: CheckedRawCall['method']): Security {
  const { security, sign } = options;
  if (sign !== true) return (security as Security | undefined) ?? 'NONE';
  if (security === undefined) return method === 'GET' ? 'USER_DATA' : 'TRADE';
  if (isSigned(security as Security)) return security as Security;
  throw usageError(
    `--sign signs the call, and --security ${String(security)} is not signed.`,
    'Keep one of the two options.',
  );
}

/** Throws a usage error if the options contradict what the catalogue says about the call's security. */
function checkSecurity({ method, path }: CheckedRawCall, endpoint: Endpoint, { options }: CommandCall): void {
  const security = effectiveValue(endpoint.security) ?? 'USER_DATA';
  const isAsDeclared =
    (options['sign'] !== true || isSigned(security)) &&
    (options['security'] === undefined || options['security'] === security);
  if (isAsDeclared) return;
  throw usageError(
    `${method} ${path} is in the catalogue, with the security ${security}.`,
    'Omit --sign and --security: they are for paths outside the catalogue.',
  );
}

/** Prints a note that says which host receives the API key, and whether the profile names that host. */
async function noteKeyDestination(
  { services, output }: CommandCall,
  request: PreparedRequest,
): Promise<void> {
  const destination = await services.destinationOf(request);
  const unnamed = destination.isBesideProfile ? ', a host that the profile does not name' : '';
  output.note(`The API key goes to ${destinationText(destination)}${unnamed}.`);
}

function readPairs(words: readonly string[]): TypedArgument[] {
  const faults: Fault[] = [];
  const pairs = words.flatMap((word) => {
    const at = word.indexOf('=');
    if (at > 0) return [{ name: word.slice(0, at), text: word.slice(at + 1) }];
    const found = safeText(word.slice(0, 40));
    faults.push({
      rule: 'format',
      expected: 'name=value',
      found,
      message: `A parameter is written name=value, was "${found}".`,
    });
    return [];
  });
  if (faults.length > 0)
    throw usageError(
      faults.map((one) => one.message).join(' '),
      'Such as: bourse api GET /api/v3/depth symbol=BTCUSDT',
      faults,
    );
  return pairs;
}
