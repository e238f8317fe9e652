/** Calls that change something: shown before they are sent, asked about where money is at stake, sent once. */
import type { Environment } from '../../catalogue/hosts.ts';
import { ToolError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import { prepare } from '../../request/prepare.ts';
import type { PreparedRequest } from '../../request/types.ts';
import { isLoopback } from '../../transport/address-rules.ts';
import type { CommandCall } from '../types.ts';

/** Runs the command's endpoint once, or prints what it would send. */
export async function run(call: CommandCall): Promise<void> {
  const { services, output } = call;
  const endpoint = call.endpoint!;
  const { request, notes } = prepare(endpoint, call.given, { now: services.world.clock.now() });
  for (const note of notes) output.note(note);
  if (call.options['dry-run'] === true) return showRequest(call, request);
  await confirm(call, request);
  const answer = await services.call(request);
  await output.answer(answer.body, endpoint.view, { now: services.world.clock.now() });
}

/** Prints the exact request and its cost; sends nothing and reads no key. */
export async function showRequest(
  { services, output }: CommandCall,
  request: PreparedRequest,
): Promise<void> {
  const origin = services.addressOf(request.host) ?? request.host;
  const isSigned = request.security === 'USER_DATA' || request.security === 'TRADE';
  await output.value(
    {
      sent: false,
      method: request.method,
      url: `${origin}${request.path}${request.query === '' ? '' : `?${request.query}`}`,
      body: request.body ?? null,
      headers: { ...request.headers },
      signed: isSigned,
      addedWhenSent: isSigned ? ['recvWindow', 'timestamp', 'signature'] : [],
      security: request.security,
      effect: request.effect,
      weight: { ...request.weight } as JsonValue,
    },
    { shape: 'record', columns: [] },
  );
}

/**
 * Asks before money moves anywhere, and before an order is changed at a public exchange. Throws kind `refused`
 * when the answer is no, or when nobody can be asked and `--yes` was not given.
 */
export async function confirm(call: CommandCall, request: PreparedRequest): Promise<void> {
  const { services, options } = call;
  if (options['yes'] === true) return;
  const environment = await services.environmentOf(request);
  if (!needsConfirming(call, request, environment)) return;
  const what = `${call.command}: ${request.method} ${request.path} ${safeText(decodeURIComponent(request.query || request.body || ''))}`;
  const chosen = services.settings.environment === environment ? services.addressOf(request.host) : undefined;
  const where = chosen ?? environment;
  const answer = await services.world.ask(`${what}\nSend this to ${where}? Type yes: `);
  if (answer?.trim().toLowerCase() === 'yes') return;
  throw new ToolError({
    kind: 'refused',
    message:
      answer === undefined
        ? `${call.command} asks before it is sent, and nobody can be asked here.`
        : 'Not sent.',
    ...(answer === undefined
      ? { hint: 'Give --yes to send it without asking, or --dry-run to see it.' }
      : {}),
    execution: 'not_executed',
    endpoint: request.endpoint,
  });
}

function needsConfirming(
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
