/** Cancellations of several option orders, and countdowns after which they are cancelled (today's interface, Options). */
import { Refusal } from '../../engine/refusal.ts';
import { type Handler, type SandboxCall, SandboxRefusal } from '../../types.ts';
import { userOf } from '../account-values.ts';
import { listValues, requiredInteger } from '../request-values.ts';
import { cancelRecord } from './order-records.ts';
import { contractOf, optionsEngineOf, underlyingOf } from './values.ts';

/** The request handlers by endpoint id. */
export const optionsCancellationHandlers: Readonly<Record<string, Handler>> = {
  'options.order.batch-cancel': cancelBatch,
  'options.open-orders.cancel-underlying': cancelUnderlying,
  'options.countdown.set': setCountdown,
  'options.countdown.get': getCountdown,
  'options.countdown.heartbeat': restartCountdowns,
};

/** The shortest countdown (public facts, Options). */
const COUNTDOWN_MIN_MS = 5000;

/** Cancels each order on its own: one refusal does not affect the others. */
function cancelBatch(call: SandboxCall): string {
  const engine = optionsEngineOf(call);
  const contract = contractOf(call);
  const references = [
    // The ids exceed 2^53, so that they cannot be read as JSON numbers.
    ...(call.params.get('orderIds')?.match(/\d+/g) ?? []).map((id) => ({
      orderId: BigInt(id),
      clientOrderId: undefined,
    })),
    ...(listValues(call.params.get('clientOrderIds')) ?? []).map((clientOrderId) => ({
      orderId: undefined,
      clientOrderId,
    })),
  ];
  const results = references.map((ids) => {
    try {
      return cancelRecord(engine.cancelOrder(userOf(call), contract, ids, call.now));
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      return JSON.stringify({ code: thrown.code, msg: thrown.message });
    }
  });
  return `[${results.join(',')}]`;
}

function cancelUnderlying(call: SandboxCall): string {
  optionsEngineOf(call).cancelOrdersOn(userOf(call), underlyingOf(call).name, call.now);
  return JSON.stringify({ code: 0, msg: 'success' });
}

function setCountdown(call: SandboxCall): string {
  const { name } = underlyingOf(call);
  const countdownMs = requiredInteger(call, 'countdownTime');
  if (countdownMs !== 0 && countdownMs < COUNTDOWN_MIN_MS) {
    throw new SandboxRefusal(400, -1130, "Data sent for parameter 'countdownTime' is not valid.");
  }
  optionsEngineOf(call).countdowns.set(userOf(call), name, countdownMs, call.now);
  return countdownRecord(name, countdownMs);
}

/** Returns the countdown of an underlying, 0 where none is set (our choice). */
function getCountdown(call: SandboxCall): string {
  const { name } = underlyingOf(call);
  return countdownRecord(name, optionsEngineOf(call).countdowns.lengthOf(userOf(call), name));
}

/** Starts the countdowns of the named underlyings again, also those that have ended. */
function restartCountdowns(call: SandboxCall): string {
  const { countdowns } = optionsEngineOf(call);
  const user = userOf(call);
  const names = (call.params.get('underlyings') ?? '')
    .split(',')
    .map((underlying) => underlyingOf(call, underlying).name);
  const started = names.filter((name) => countdowns.lengthOf(user, name) > 0);
  for (const name of started) countdowns.set(user, name, countdowns.lengthOf(user, name), call.now);
  return JSON.stringify({ underlyings: started });
}

function countdownRecord(underlying: string, countdownTime: number): string {
  return JSON.stringify({ underlying, countdownTime });
}
