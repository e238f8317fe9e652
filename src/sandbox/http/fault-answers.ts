/** Answers calls, with injected faults applied. */
import type { SandboxExchange } from '../exchange/create-exchange.ts';
import { answerRequest } from '../exchange/requests.ts';
import { FAULTS } from '../faults/fault-kinds.ts';
import type { CallFault } from '../faults/fault-rules.ts';
import { refusalAnswer } from '../gate/refusals.ts';
import { splitTarget } from '../gate/routes.ts';
import { SandboxRefusal, type WireAnswer, type WireRequest } from '../types.ts';

/** The HTTP statuses of answers that have a Retry-After header. */
const STATUSES_WITH_RETRY_AFTER: readonly number[] = [418, 429];

/**
 * Answers a call with its faults applied; the answer is synchronous unless a fault delays it. `sleep` uses
 * the machine's time.
 */
export function answerWithFaults(
  exchange: SandboxExchange,
  request: WireRequest,
  sleep: (ms: number) => Promise<void>,
): WireAnswer | Promise<WireAnswer> {
  const { path } = splitTarget(request.target);
  const id = exchange.routes.find(request.method, path, request.address)?.id;
  const fault = exchange.faults.nextCallFault({ method: request.method, path, id });
  if (fault === undefined) return answerRequest(exchange, request);
  if (fault.delayMs === 0) return applyFault(exchange, request, fault);
  return sleep(fault.delayMs).then(() => applyFault(exchange, request, fault));
}

function applyFault(
  exchange: SandboxExchange,
  request: WireRequest,
  { kind, ms, skewMs }: CallFault,
): WireAnswer {
  if (kind === undefined) return answerRequest(exchange, request, skewMs);
  const { executes, answer: replacement, cut } = FAULTS[kind];
  const exchangeAnswer = executes === true ? answerRequest(exchange, request, skewMs) : undefined;
  const given = replacement === undefined ? (exchangeAnswer ?? EMPTY) : faultAnswer(replacement, ms);
  return cut === undefined ? given : { ...given, fault: { cut, ms } };
}

const EMPTY: WireAnswer = { status: 200, headers: {}, body: '' };

function faultAnswer(
  { status, code, text }: { readonly status: number; readonly code: number; readonly text: string },
  ms: number,
): WireAnswer {
  const retryAfter = { 'Retry-After': String(Math.max(1, Math.ceil(ms / 1000))) };
  return refusalAnswer(
    new SandboxRefusal(
      status,
      code,
      text,
      STATUSES_WITH_RETRY_AFTER.includes(status) ? retryAfter : undefined,
    ),
  );
}
