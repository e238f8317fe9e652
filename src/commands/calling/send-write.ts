/** Calls that change something: shown before they are sent, asked about where money is at stake, sent once. */
import { PipeClosed } from '../../app/world.ts';
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

/** Runs the command's endpoint once, or prints what it would send. */
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

/** A write that is ready to be sent. */
export interface PreparedWrite {
  readonly endpoint: Endpoint;
  readonly request: PreparedRequest;
  readonly wire: WireArguments;
  /** Throws a ToolError for an answer by which the exchange says that nothing was done. */
  readonly check?: (answer: Answer) => void;
}

/**
 * Sends a write that is no order once and shows its answer, or what is found of it where the answer was lost. Throws
 * a ToolError of kind `execution-unknown` where nobody can tell.
 */
export async function sendWrite(call: CommandCall, write: PreparedWrite): Promise<void> {
  const { services, output } = call;
  const { seenIn, view } = write.endpoint;
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

/** Shows the answer to a write that was taken; where that fails, the error says what is done all the same. */
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
      message: `The exchange took it, but its answer can't be shown: ${error.message}`,
      execution: 'executed',
      cause: thrown,
    });
  }
}

/** Returns the error of a write of which nobody can tell what became, with what a person can do about it. */
async function unknownOutcomeError(
  call: CommandCall,
  { endpoint, wire }: PreparedWrite,
  error: ToolError,
): Promise<ToolError> {
  const { onceBy, lookup } = endpoint;
  const unknown = { ...error.facts, kind: 'execution-unknown', cause: error } as const;
  if (onceBy !== undefined) {
    // The exchange takes each id once: the same words with it do no harm.
    const words = `${shellLine(optionWords(endpoint, wire))}${destinationOptions(call.options)}`;
    return new ToolError({
      ...unknown,
      hint: 'Send it again with its id: the exchange takes each id once.',
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
    hint: 'Look at what it would have changed before you send it again.',
    resume: await againCommand(call, query, params),
  });
}

/** Gives the write an id of its own where it takes one and none was given. */
function withIdempotencyKey(call: CommandCall, { onceBy }: Endpoint): CommandCall['given'] {
  if (onceBy === undefined || call.given.some(({ name }) => name === onceBy)) return call.given;
  return [...call.given, { name: onceBy, text: createIdGenerator(call)() }];
}

/** Prints the exact request and its cost; sends nothing and reads no key. */
export async function showRequest(call: CommandCall, request: PreparedRequest): Promise<void> {
  await call.output.value(await describeRequest(call, request), { shape: 'record', columns: [] });
}

/**
 * Prints an order as it would be sent, what it costs and what the filters say of it. It is not sent; the rules of its
 * symbol and the price of the market may have been read, which takes no key.
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
  const notionalText = notional === null ? 'not known' : `${notional.amount} ${notional.asset ?? ''}`.trim();
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
    { name: 'nearest', is: 'text', aside: true },
  ],
};

async function describeRequest({ services }: CommandCall, request: PreparedRequest) {
  const isSigned = request.security === 'USER_DATA' || request.security === 'TRADE';
  const { security, effect } = request;
  const frame = await services.wsMessageOf(request);
  if (frame !== undefined) {
    const { method, params, weight } = frame;
    return {
      sent: false,
      url: (await services.destinationOf(request, 'ws-api')).origin ?? 'ws-api',
      frame: { method, params: { ...params } },
      signed: isSigned,
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
    signed: isSigned,
    addedWhenSent: isSigned ? ['recvWindow', 'timestamp', 'signature'] : [],
    security,
    effect,
    weight: { ...request.weight } as JsonValue,
  };
}

/**
 * Asks before money moves anywhere, and before an order is changed at a public exchange. Throws kind `refused`
 * when the answer is no, or when nobody can be asked and `--yes` was not given. `more` are lines that help decide.
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
          message: `${call.command} asks before it is sent, and nobody can be asked here.`,
          hint: 'Give --yes to send it without asking, or --dry-run to see it.',
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
