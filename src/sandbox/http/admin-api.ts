/**
 * The admin paths of a running sandbox: status, admin commands, faults and the execution log. Each request needs the
 * token, which is published in the state folder and passed to programs started by `bourse sandbox run`.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { ToolError, usageError } from '../../core/errors.ts';
import type { AdminCommand } from '../admin-commands.ts';
import type { SandboxExchange } from '../exchange/create-exchange.ts';
import { runAdminCommand } from '../exchange/requests.ts';
import { JSON_TYPE, refusalAnswer, unknownRouteRefusal } from '../gate/refusals.ts';
import { ADMIN_PATH, type SandboxIdentity, STATUS_PATH, TOKEN_HEADER } from '../identity.ts';
import { SandboxRefusal, type WireAnswer, type WireRequest } from '../types.ts';

/** A command to a running sandbox that is not journaled, such as adding a fault rule. */
export type RuntimeCommand =
  /** Adds a fault rule, which `Faults.add` reads; answered with the id of the rule. */
  | { readonly do: 'add-fault'; readonly rule: unknown }
  /** Removes one fault rule, or all of them without an id; answered with the number of removed rules. */
  | { readonly do: 'clear-faults'; readonly id?: number }
  | { readonly do: 'faults' }
  /** Lists the unknown parameters that were ignored, with their counts. */
  | { readonly do: 'ignored-parameters' }
  | { readonly do: 'truth'; readonly after?: number; readonly limit?: number };

const EXECUTED_LIMIT = 1000;

/** Answers a request to an admin path; returns undefined for any other path. */
export function answerAdminRequest(
  exchange: SandboxExchange,
  identity: SandboxIdentity | undefined,
  request: WireRequest,
  path: string,
): WireAnswer | undefined {
  if (identity === undefined || (path !== STATUS_PATH && path !== ADMIN_PATH)) return undefined;
  const method = path === STATUS_PATH ? 'GET' : 'POST';
  if (request.method !== method) return refusalAnswer(unknownRouteRefusal(request.method, path, [method]));
  if (!isSameToken(request.headers[TOKEN_HEADER] ?? '', identity.token)) {
    const text = 'You are not authorized to execute this request.';
    return refusalAnswer(new SandboxRefusal(401, -1002, text));
  }
  if (path === STATUS_PATH) {
    const { instance, pid } = identity;
    return jsonAnswer({ instance, pid, seed: exchange.seed, serverTime: exchange.clock.now() });
  }
  return answerCommand(exchange, request.body);
}

/** Executes a command; a usage error becomes a refusal. */
function answerCommand(exchange: SandboxExchange, body: string): WireAnswer {
  try {
    return jsonAnswer(executeCommand(exchange, JSON.parse(body) as AdminCommand | RuntimeCommand));
  } catch (thrown) {
    const text =
      thrown instanceof ToolError && thrown.kind === 'usage'
        ? thrown.message
        : 'The admin command is unknown or not valid JSON.';
    return refusalAnswer(new SandboxRefusal(400, -1130, text));
  }
}

function executeCommand(exchange: SandboxExchange, posted: AdminCommand | RuntimeCommand): object {
  const { faults, executionLog } = exchange;
  switch (posted.do) {
    case 'add-fault':
      return { id: faults.add(posted.rule) };
    case 'clear-faults':
      return { cleared: faults.clear(posted.id) };
    case 'faults':
      return { faults: faults.list() };
    case 'ignored-parameters':
      return { ignoredParameters: exchange.ignoredParameters.list() };
    case 'truth': {
      const { after = 0, limit = EXECUTED_LIMIT } = posted;
      if (!Number.isInteger(after) || !Number.isInteger(limit) || after < 0 || limit < 1) {
        throw usageError('after must be an integer of 0 or more, limit an integer of 1 or more.');
      }
      return { executed: executionLog.listAfter(after, limit) };
    }
    default:
      runAdminCommand(exchange, posted);
      return { serverTime: exchange.clock.now() };
  }
}

function jsonAnswer(value: object): WireAnswer {
  return { status: 200, headers: { 'Content-Type': JSON_TYPE }, body: JSON.stringify(value) };
}

/** Compares two tokens in constant time. */
function isSameToken(sent: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(sent), digest(expected));
}
