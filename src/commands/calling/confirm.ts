/** Asks for the confirmation of a write. */
import type { Environment } from '../../catalogue/hosts.ts';
import { ToolError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import type { PreparedRequest } from '../../request/types.ts';
import { isLoopback } from '../../transport/address-rules.ts';
import type { CommandCall } from '../types.ts';

/**
 * Asks for confirmation before any transfer of funds, and before an order is placed or changed on the live
 * environment. Throws kind `refused` if the answer is not yes, or if there is no terminal and `--yes` was not
 * given. `details` are extra lines of the prompt.
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
