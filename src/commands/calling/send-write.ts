/** Sends calls that change something: shown with --dry-run, confirmed where required, and sent once. */
import { PipeClosed } from '../../app/world.ts';
import { isSigned } from '../../catalogue/define.ts';
import type { Environment } from '../../catalogue/hosts.ts';
import type { Endpoint, View } from '../../catalogue/types.ts';
import { asToolError, ToolError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import { prepareRequest } from '../../request/prepare.ts';
import { optionWords, shellLine } from '../../request/typed-arguments.ts';
import type { Answer, PreparedRequest, WireArguments } from '../../request/types.ts';
import { isLoopback } from '../../transport/address-rules.ts';
import { endpointById } from '../find-endpoint.ts';
import type { CheckedOrder } from '../ordering/order-check.ts';
import { createIdGenerator } from '../ordering/order-session.ts';
import type { CommandCall } from '../types.ts';
import { destinationOptions } from './resume-options.ts';

/** Calls the command's endpoint once, or prints the request with --dry-run. */
export async function run(call: CommandCall): Promise<void> {
  const { services, output } = call;
  const endpoint = call.endpoint!;
  const given = withIdempotencyKey(call, endpoint);
  const { request, notes, wire } = prepareRequest(endpoint, given, { now: services.world.clock.now() });
  for (const note of notes) output.note(note);
  if (call.options['dry-run'] === true) return showRequest(call, request);
  await confirm(call, request);
  await sendWrite(call, { endpoint, request, wire });
}

/** A write that was checked and is ready to be sent. */
export interface PreparedWrite {
  readonly endpoint: Endpoint;
  readonly request: PreparedRequest;
  readonly wire: WireArguments;
  /** Throws a ToolError for an answer of status 2xx which states that the write was not executed. */
  readonly check?: (answer: Answer) => void;
}

/**
 * Sends a write other than an order once and prints its answer. If no conclusive answer arrives, verifies the write
 * and prints the record that was found. Throws kind `execution-unknown` if the outcome stays unknown.
 */
export async function sendWrite(call: CommandCall, write: PreparedWrite): Promise<void> {
  const { services, output } = call;
  const { verifiedBy: seenIn, view } = write.endpoint;
  const verifiable = seenIn === undefined ? undefined : { ...write, seenIn };
  const baseline =
    verifiable === undefined ? undefined : await (await loadVerification()).recordBaseline(call, verifiable);
  let answer: Answer;
  try {
    answer = await services.call(write.request, { isOneOfMany: verifiable !== undefined });
    write.check?.(answer);
  } catch (thrown) {
    const error = asToolError(thrown);
    if (error.facts.execution !== 'unknown') throw thrown;
    if (verifiable === undefined || baseline === undefined)
      throw await unknownOutcomeError(call, write, error);
    return (await loadVerification()).verifyWrite(call, { ...verifiable, baseline }, error);
  }
  await showExecuted({}, () => output.answer(answer.body, view, { now: services.world.clock.now() }));
}

const loadVerification = () => import('./verify-write.ts');

/** Prints the answer of an executed write; if printing fails, the error states that the write was executed. */
export async function showExecuted(
  facts: { readonly clientOrderId?: string },
  show: () => Promise<void>,
): Promise<void> {
  try {
    await show();
  } catch (thrown) {
    if (thrown instanceof PipeClosed) throw thrown;
    const error = asToolError(thrown);
    throw new ToolError({
      ...error.facts,
      ...facts,
      message: `The request was executed, but its answer can't be shown: ${error.message}`,
      execution: 'executed',
      cause: thrown,
    });
  }
}

/** Returns the error of a write whose execution status is unknown, with the command that resolves it. */
async function unknownOutcomeError(
  call: CommandCall,
  { endpoint, wire }: PreparedWrite,
  error: ToolError,
): Promise<ToolError> {
  const { idempotencyKey: onceBy, lookup } = endpoint;
  const unknown = { ...error.facts, kind: 'execution-unknown', cause: error } as const;
  if (onceBy !== undefined) {
    // The exchange accepts each idempotency key once, so the same command with the same key is safe.
    const words = `${shellLine(optionWords(endpoint, wire))}${destinationOptions(call.options)}`;
    return new ToolError({
      ...unknown,
      hint: 'Send it again with the same id: the exchange accepts each id once.',
      clientOrderId: wire.get(onceBy)!,
      resume: `bourse ${call.command} ${words}`,
    });
  }
  if (lookup === undefined) return new ToolError(unknown);
  const query = await endpointById(lookup);
  const params = new Map([...wire].filter(([name]) => name in query.params));
  const { resumeCommand: againCommand } = await import('./resume-command.ts');
  return new ToolError({
    ...unknown,
    hint: 'Check what it would have changed before you send it again.',
    resume: await againCommand(call, query, params),
  });
}

/** Adds an idempotency key if the endpoint has one and none was given. */
function withIdempotencyKey(call: CommandCall, { idempotencyKey: onceBy }: Endpoint): CommandCall['given'] {
  if (onceBy === undefined || call.given.some(({ name }) => name === onceBy)) return call.given;
  return [...call.given, { name: onceBy, text: createIdGenerator(call)() }];
}

/** Prints the exact request and its weight; sends nothing and reads no key. */
export async function showRequest(call: CommandCall, request: PreparedRequest): Promise<void> {
  await call.output.value(await describeRequest(call, request), { shape: 'record', columns: [] });
}

/**
 * Prints an order as it would be sent, its weight and notional, and the result of each filter. The order is not sent;
 * the symbol rules and the market price may have been fetched, which needs no key.
 */
export async function showOrder(
  call: CommandCall,
  { request, verdicts, notional }: CheckedOrder,
  orderCount: number,
): Promise<void> {
  const { output } = call;
  const description = { ...(await describeRequest(call, request)), orderCount, notional };
  if (output.format !== 'table')
    return output.value({ ...description, filters: verdicts as unknown as JsonValue }, RECORD);
  const notionalText = notional === null ? 'unknown' : `${notional.amount} ${notional.asset ?? ''}`.trim();
  await output.value({ ...description, notional: notionalText }, RECORD);
  if (verdicts.length === 0) return;
  await output.text('');
  await output.value(verdicts as unknown as JsonValue, VERDICTS);
}

const RECORD: View = { shape: 'record', columns: [] };
const VERDICTS: View = {
  shape: 'rows',
  columns: [
    { name: 'verdict', is: 'text' },
    { name: 'filter', is: 'text' },
    { name: 'param', is: 'text' },
    { name: 'value', is: 'text' },
    { name: 'bound', title: 'takes', is: 'text' },
    { name: 'nearest', is: 'text', hidden: true },
  ],
};

async function describeRequest({ services }: CommandCall, request: PreparedRequest) {
  const signed = isSigned(request.security);
  const { security, effect } = request;
  const frame = await services.wsMessageOf(request);
  if (frame !== undefined) {
    const { method, params, weight } = frame;
    return {
      sent: false,
      url: (await services.destinationOf(request, 'ws-api')).origin ?? 'ws-api',
      frame: { method, params: { ...params } },
      signed,
      addedWhenSent: ['id', 'apiKey', 'recvWindow', 'signature', 'timestamp'],
      security,
      effect,
      weight,
    };
  }
  const origin = (await services.destinationOf(request)).origin ?? request.host;
  return {
    sent: false,
    method: request.method,
    url: `${origin}${request.path}${request.query === '' ? '' : `?${request.query}`}`,
    body: request.body ?? null,
    headers: { ...request.headers },
    signed,
    addedWhenSent: signed ? ['recvWindow', 'timestamp', 'signature'] : [],
    security,
    effect,
    weight: { ...request.weight } as JsonValue,
  };
}

/**
 * Asks for confirmation before any transfer of funds, and before an order is placed or changed on the live
 * environment. Throws kind `refused` if the answer is not yes, or if there is no terminal and `--yes` was not given.
 * `details` are extra lines of the prompt.
 */
export async function confirm(
  call: CommandCall,
  request: PreparedRequest,
  details: readonly string[] = [],
): Promise<void> {
  const { services, options } = call;
  if (options['yes'] === true) return;
  const environment = await services.environmentOf(request);
  if (!needsConfirmation(call, request, environment)) return;
  const frame = await services.wsMessageOf(request);
  const [operation, host] =
    frame === undefined
      ? ([`${request.method} ${request.path}`, request.host] as const)
      : ([frame.method, 'ws-api'] as const);
  const requestText = `${call.command}: ${operation} ${safeText(decodeURIComponent(request.query || request.body || ''))}`;
  const chosen = services.settings.environment === environment ? services.addressOf(host) : undefined;
  const destination = chosen ?? environment;
  const answer = await services.world.ask(
    `${[requestText, ...details].join('\n')}\nSend this to ${destination}? Type yes: `,
  );
  if (answer?.trim().toLowerCase() === 'yes') return;
  throw new ToolError({
    kind: 'refused',
    ...(answer === undefined
      ? {
          message: `${call.command} needs a confirmation, and there is no terminal to ask on.`,
          hint: 'Use --yes to send it without a prompt, or --dry-run to see the request.',
        }
      : { message: 'Not sent.', hint: 'Only the word yes sends it.' }),
    execution: 'not_executed',
    endpoint: request.endpoint,
  });
}

function needsConfirmation(
  { services }: CommandCall,
  request: PreparedRequest,
  environment: Environment,
): boolean {
  if (request.effect === 'funds') return true;
  if (request.effect !== 'write' || request.security !== 'TRADE') return false;
  if (environment !== 'live') return false;
  const origin = services.addressOf(request.host);
  return origin === undefined || !isLoopback(new URL(origin).hostname);
}
