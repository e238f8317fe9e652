/** Answers a call as the exchange does, or as the faults that befall it would have it. */
import { answer, type SandboxExchange } from '../exchange.ts';
import { refusalAnswer } from '../gate/refusals.ts';
import { splitTarget } from '../gate/routes.ts';
import { SandboxRefusal, type WireAnswer, type WireRequest } from '../types.ts';
import { FAULTS } from './fault-kinds.ts';
import type { CallVerdict } from './faults.ts';

/** Statuses that say how long to wait. */
const WAITING: readonly number[] = [418, 429];

/** Answers a call; only one that is late is answered later. `sleep` goes by the machine's time. */
export function answerWithFaults(
  exchange: SandboxExchange,
  request: WireRequest,
  sleep: (ms: number) => Promise<void>,
): WireAnswer | Promise<WireAnswer> {
  const { path } = splitTarget(request.target);
  const id = exchange.routes.get(path)?.get(request.method)?.id;
  const verdict = exchange.faults.decideCall({ method: request.method, path, id });
  if (verdict === undefined) return answer(exchange, request);
  if (verdict.delayMs === 0) return faulted(exchange, request, verdict);
  return sleep(verdict.delayMs).then(() => faulted(exchange, request, verdict));
}

function faulted(
  exchange: SandboxExchange,
  request: WireRequest,
  { kind, ms, skewMs }: CallVerdict,
): WireAnswer {
  if (kind === undefined) return answer(exchange, request, skewMs);
  const { executes, answer: instead, cut } = FAULTS[kind];
  const real = executes === true ? answer(exchange, request, skewMs) : undefined;
  const given = instead === undefined ? (real ?? EMPTY) : madeUp(instead, ms);
  return cut === undefined ? given : { ...given, fault: { cut, ms } };
}

const EMPTY: WireAnswer = { status: 200, headers: {}, body: '' };

function madeUp(
  { status, code, text }: { readonly status: number; readonly code: number; readonly text: string },
  ms: number,
): WireAnswer {
  const wait = { 'Retry-After': String(Math.max(1, Math.ceil(ms / 1000))) };
  return refusalAnswer(new SandboxRefusal(status, code, text, WAITING.includes(status) ? wait : undefined));
}
