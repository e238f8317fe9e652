/** Requests a conversion quote and, with `--accept`, accepts it before it expires. */
import { ToolError } from '../../core/errors.ts';
import { plural, safeText } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import { orderOf } from '../../orders/outcome.ts';
import { prepareRequest } from '../../request/prepare.ts';
import { shellLine } from '../../request/typed-arguments.ts';
import type { WireArguments } from '../../request/types.ts';
import { confirm } from '../calling/confirm.ts';
import { showRequest } from '../calling/dry-run.ts';
import { destinationOptions } from '../calling/resume-options.ts';
import { endpointById } from '../find-endpoint.ts';
import type { CommandCall } from '../types.ts';
import { acceptQuote } from './accept.ts';

type Quote = Readonly<Record<string, JsonValue>>;

/** Runs the command. */
export async function run(call: CommandCall): Promise<void> {
  const { services, output } = call;
  const { world } = services;
  const endpoint = call.endpoint!;
  const { request, notes, wire } = prepareRequest(endpoint, call.given, { now: world.clock.now() });
  for (const note of notes) output.note(note);
  if (call.options['dry-run'] === true) return showRequest(call, request);
  const isAccepted = call.options['accept'] === true;
  const sender = await services.signedSender(request);
  const clock = sender.clockOf(request.host);
  const answer = await services.call(request, { isOneOfMany: true });
  const quote = orderOf(answer) ?? {};
  const { quoteId, validTimestamp } = quote;
  const remainingMs = () =>
    typeof validTimestamp === 'number' ? Math.max(0, validTimestamp - clock.now()) : 0;
  if (!isAccepted) {
    if (typeof quoteId === 'string' && typeof validTimestamp === 'number')
      output.note(
        `The quote is valid for ${secondsText(remainingMs())}. Accept it with: bourse ${call.command.replace(/quote$/, 'accept')} ${shellLine([quoteId])}${destinationOptions(call.options)}`,
      );
    return output.answer(answer.body, endpoint.view);
  }
  if (typeof quoteId !== 'string') throw insufficientFundsError(request.endpoint, wire);
  const accept = await endpointById(endpoint.acceptedBy!);
  const given = [{ name: 'quoteId', text: quoteId }];
  const { request: acceptance, wire: accepted } = prepareRequest(accept, given, { now: world.clock.now() });
  const lines = [quoteText(quote, wire), `The quote is valid for ${secondsText(remainingMs())} more.`];
  if (call.options['yes'] === true) for (const line of lines) output.note(line);
  await confirm(call, acceptance, { details: lines, endpoint: accept });
  if (remainingMs() === 0) throw quoteExpiredError(request.endpoint);
  await acceptQuote(call, acceptance, accepted);
}

function quoteText(quote: Quote, wire: WireArguments): string {
  const amount = (name: string) => safeText(String(quote[name] ?? 'an unknown amount'));
  const [from, to] = ['fromAsset', 'toAsset'].map((name) => safeText(wire.get(name) ?? ''));
  return `Convert ${amount('fromAmount')} ${from} to ${amount('toAmount')} ${to}, at ${amount('ratio')} ${to} per ${from}.`;
}

function secondsText(ms: number): string {
  return plural(Math.ceil(ms / 1000), 'second');
}

function insufficientFundsError(endpoint: string, wire: WireArguments): ToolError {
  return new ToolError({
    kind: 'rejected',
    message: `The quote has no id, so it cannot be accepted: the wallet holds too little ${safeText(wire.get('fromAsset') ?? '')}.`,
    hint: 'Request a smaller amount, or choose another wallet with --wallet-type.',
    execution: 'not_executed',
    endpoint,
  });
}

function quoteExpiredError(endpoint: string): ToolError {
  return new ToolError({
    kind: 'refused',
    message: 'The quote expired before it was accepted; nothing was sent.',
    hint: 'Request another quote; --valid-time extends its validity.',
    execution: 'not_executed',
    endpoint,
  });
}
