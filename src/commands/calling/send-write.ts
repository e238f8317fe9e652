/** Sends calls that change something: shown with --dry-run, confirmed where required, and sent once. */
import { PipeClosed } from '../../app/world.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import { asToolError, ToolError } from '../../core/errors.ts';
import { callWords } from '../../request/call-words.ts';
import { prepareRequest } from '../../request/prepare.ts';
import { optionWords, shellLine } from '../../request/typed-arguments.ts';
import type { Answer, PreparedRequest, WireArguments } from '../../request/types.ts';
import { endpointById } from '../find-endpoint.ts';
import { createIdGenerator } from '../ordering/order-session.ts';
import type { CommandCall } from '../types.ts';
import { confirm } from './confirm.ts';
import { showRequest } from './dry-run.ts';
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

type WrittenFields = 'params' | 'verifiedBy' | 'idempotencyKey' | 'lookup' | 'view' | 'summary' | 'inWords';

/** A write that was checked and is ready to be sent. */
export interface PreparedWrite {
  /** The endpoint of the write, or for a path outside the catalogue an endpoint of which nothing is known. */
  readonly endpoint: Pick<Endpoint, WrittenFields>;
  readonly request: PreparedRequest;
  readonly wire: WireArguments;
  /** Throws a ToolError for an answer of status 2xx which states that the write was not executed. */
  readonly check?: (answer: Answer) => void;
}

/**
 * Sends a write other than an order once and prints its answer. If no conclusive answer arrives, verifies the
 * write and prints the record that was found. Throws kind `execution-unknown` if the outcome stays unknown.
 */
export async function sendWrite(call: CommandCall, write: PreparedWrite): Promise<void> {
  const { services, output } = call;
  const { verifiedBy: verification, view } = write.endpoint;
  const verifiable = verification === undefined ? undefined : { ...write, verification };
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
  await showExecuted({}, async () => {
    await output.answer(answer.body, view, { now: services.world.clock.now() });
    if (view?.statesNothing === true) output.note(`Done: ${callWords(write.endpoint, write.wire)}.`);
  });
}

const loadVerification = () => import('./verify-write.ts');

/**
 * Prints the answer of an executed write; if printing fails, the error states that the write was executed.
 */
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

/**
 * Returns the error of a write whose execution status is unknown, with the command that looks the write up.
 */
async function unknownOutcomeError(
  call: CommandCall,
  { endpoint, wire }: PreparedWrite,
  error: ToolError,
): Promise<ToolError> {
  const { idempotencyKey, lookup } = endpoint;
  const unknown = { ...error.facts, kind: 'execution-unknown', cause: error } as const;
  if (idempotencyKey !== undefined) {
    // The exchange accepts each idempotency key once, so the same command with the same key is safe.
    const words = `${shellLine(optionWords(endpoint, wire))}${destinationOptions(call.options)}`;
    return new ToolError({
      ...unknown,
      hint: 'Send it again with the same id: the exchange accepts each id once.',
      clientOrderId: wire.get(idempotencyKey)!,
      resume: `bourse ${call.command} ${words}`,
    });
  }
  if (lookup === undefined) return new ToolError(unknown);
  const query = await endpointById(lookup);
  const params = new Map([...wire].filter(([name]) => name in query.params));
  const { resumeCommand } = await import('./resume-command.ts');
  return new ToolError({
    ...unknown,
    hint: 'Check what it would have changed before you send it again.',
    resume: await resumeCommand(call, query, params),
  });
}

/** Adds an idempotency key if the endpoint has one and none was given. */
function withIdempotencyKey(call: CommandCall, { idempotencyKey }: Endpoint): CommandCall['given'] {
  if (idempotencyKey === undefined) return call.given;
  if (call.given.some(({ name }) => name === idempotencyKey)) return call.given;
  return [...call.given, { name: idempotencyKey, text: createIdGenerator(call)() }];
}
