/**
 * Withdraws a coin. The withdrawal is shown in full before it is sent, sent once with its own id, and looked
 * up by this id if its outcome is unknown. Coins that were sent to a wrong address cannot be recovered.
 */
import { type Decimal, formatTrimmed, parseDecimal, sign, subtract } from '../../core/decimal.ts';
import { asToolError, type Fault } from '../../core/errors.ts';
import { parseJson } from '../../core/json.ts';
import { safeText } from '../../core/text.ts';
import { isObject, type JsonValue } from '../../core/words.ts';
import { brokenBounds, nearestValues, parseRange } from '../../orders/valid-range.ts';
import { argumentsError, buildRequest, prepareRequest } from '../../request/prepare.ts';
import type { WireArguments } from '../../request/types.ts';
import { confirm } from '../calling/confirm.ts';
import { showRequest } from '../calling/dry-run.ts';
import { sendWrite } from '../calling/send-write.ts';
import { endpointById } from '../find-endpoint.ts';
import { createIdGenerator } from '../ordering/order-session.ts';
import type { CommandCall } from '../types.ts';

const WITHDRAW_ID = 'withdrawOrderId';

/** Withdrawal rules of a coin on one network. */
interface Network {
  readonly name: string;
  readonly isDefault: boolean;
  readonly isOpen: boolean;
  readonly fee: string | undefined;
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly step: string | undefined;
}

/** Runs the command. */
export async function run(call: CommandCall): Promise<void> {
  const { services, output } = call;
  const endpoint = call.endpoint!;
  const isNamed = call.given.some(({ name }) => name === WITHDRAW_ID);
  const given = isNamed
    ? call.given
    : [...call.given, { name: WITHDRAW_ID, text: createIdGenerator(call)() }];
  const { request, notes, wire } = prepareRequest(endpoint, given, { now: services.world.clock.now() });
  for (const note of notes) output.note(note);
  if (call.options['dry-run'] === true) return showRequest(call, request);
  const networks = await fetchNetworks(call, wire);
  const network = selectNetwork(networks, wire);
  const faults = checkWithdrawal(networks, network, wire);
  if (faults.length > 0) throw argumentsError(endpoint.id, faults);
  const lines = confirmationLines(wire, network);
  if (call.options['yes'] === true) for (const line of lines) output.note(line);
  await confirm(call, request, { details: lines });
  await sendWrite(call, { endpoint, request, wire });
}

/**
 * Returns the networks of the coin; undefined if they cannot be fetched, so that only the exchange checks
 * them.
 */
async function fetchNetworks(
  call: CommandCall,
  wire: WireArguments,
): Promise<readonly Network[] | undefined> {
  try {
    const query = await endpointById(call.endpoint!.networksFrom!);
    const { body } = await call.services.call(buildRequest(query, new Map()), { isOneOfMany: true });
    const coins = parseJson(body, { what: 'the coins', kind: 'unavailable' });
    const coin = (Array.isArray(coins) ? (coins as readonly JsonValue[]) : []).find(
      (one) => isObject(one) && one['coin'] === wire.get('coin'),
    );
    if (!isObject(coin) || !Array.isArray(coin['networkList'])) return undefined;
    return (coin['networkList'] as readonly JsonValue[]).filter(isObject).map(readNetwork);
  } catch (thrown) {
    const error = asToolError(thrown);
    if (error.kind === 'credentials' || call.services.world.interrupt.aborted) throw error;
    return undefined;
  }
}

function readNetwork(record: Readonly<Record<string, JsonValue>>): Network {
  const text = (name: string) => (typeof record[name] === 'string' ? String(record[name]) : undefined);
  return {
    name: text('network') ?? '',
    isDefault: record['isDefault'] === true,
    isOpen: record['withdrawEnable'] !== false,
    fee: text('withdrawFee'),
    min: text('withdrawMin'),
    max: text('withdrawMax'),
    step: text('withdrawIntegerMultiple'),
  };
}

function selectNetwork(networks: readonly Network[] | undefined, wire: WireArguments): Network | undefined {
  const requested = wire.get('network');
  return networks?.find((one) => (requested === undefined ? one.isDefault : one.name === requested));
}

function checkWithdrawal(
  networks: readonly Network[] | undefined,
  network: Network | undefined,
  wire: WireArguments,
): readonly Fault[] {
  if (networks === undefined) return [];
  if (network === undefined) {
    const names = networks.map(({ name }) => safeText(name)).join(', ');
    const found = safeText(wire.get('network') ?? 'none');
    const message = `network must be one on which ${safeText(wire.get('coin') ?? '')} can be withdrawn (${names}), was ${found}.`;
    return [{ param: 'network', rule: 'values', expected: names, found, message }];
  }
  const amount = parseDecimal(wire.get('amount') ?? '');
  if (!network.isOpen) {
    const message = `Withdrawals on the network ${safeText(network.name)} are currently suspended.`;
    return [
      {
        param: 'network',
        rule: 'values',
        expected: 'a network with withdrawals enabled',
        found: network.name,
        message,
      },
    ];
  }
  if (amount === undefined) return [];
  const range = parseRange(network.min, network.max, network.step);
  const bounds = {
    minimum: `at least ${network.min}`,
    maximum: `at most ${network.max}`,
    step: `a multiple of ${network.step}`,
  };
  return brokenBounds(amount, range).map((rule) => {
    const nearest = nearestValues(amount, range);
    const nearestText = [nearest.down, nearest.up].filter((one) => one !== null).join(' or ');
    const message = `amount must be ${bounds[rule]} on ${safeText(network.name)}, was ${formatTrimmed(amount)}. ${nearestText === '' ? 'There is no valid amount near it.' : `Nearest valid: ${nearestText}.`}`;
    return {
      param: 'amount',
      rule,
      expected: bounds[rule],
      found: formatTrimmed(amount),
      nearest,
      message,
    };
  });
}

/** Returns the lines of the confirmation: amount, full address, tag, network, fee and the amount received. */
function confirmationLines(wire: WireArguments, network: Network | undefined): readonly string[] {
  const [coin, amount, address] = ['coin', 'amount', 'address'].map((name) => safeText(wire.get(name) ?? ''));
  const tag = wire.get('addressTag');
  const name = wire.get('network') ?? network?.name;
  return [
    `Withdraw  ${amount} ${coin}`,
    `address   ${address}`,
    ...(tag === undefined ? [] : [`tag       ${safeText(tag)}`]),
    `network   ${name === undefined ? 'the default network (unknown)' : safeText(name)}${wire.has('network') || network === undefined ? '' : ' (the default)'}`,
    `fee       ${feeText(wire, network)}`,
  ];
}

function feeText(wire: WireArguments, network: Network | undefined): string {
  const coin = safeText(wire.get('coin') ?? '');
  const amount: Decimal | undefined = parseDecimal(wire.get('amount') ?? '');
  const fee = parseDecimal(network?.fee ?? '');
  if (amount === undefined || fee === undefined) return 'unknown';
  const received = subtract(amount, fee);
  return sign(received) > 0
    ? `${formatTrimmed(fee)} ${coin}, ${formatTrimmed(received)} ${coin} received`
    : `${formatTrimmed(fee)} ${coin}, the whole amount`;
}
