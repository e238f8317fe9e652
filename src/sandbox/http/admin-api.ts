/**
 * What the owner of a running sandbox asks of it, each with the token that only the state folder, or the program
 * that it was started for, knows: its status, commands that are kept, faults, and what was really carried out.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { ToolError, usageError } from '../../core/errors.ts';
import type { AdminCommand } from '../admin-commands.ts';
import { command, type SandboxExchange } from '../exchange/create-exchange.ts';
import { JSON_TYPE, refusalAnswer, unknownRouteRefusal } from '../gate/refusals.ts';
import { ADMIN_PATH, type SandboxIdentity, STATUS_PATH, TOKEN_HEADER } from '../identity.ts';
import { SandboxRefusal, type WireAnswer, type WireRequest } from '../types.ts';

/** What is asked of a sandbox while it runs and not kept. */
export type RuntimeCommand =
  /** `rule` is read by `Faults.add`; answered with its id. */
  | { readonly do: 'add-fault'; readonly rule: unknown }
  /** Without an id all rules go; answered with how many did. */
  | { readonly do: 'clear-faults'; readonly id?: number }
  | { readonly do: 'faults' }
  | { readonly do: 'truth'; readonly after?: number; readonly limit?: number };

const EXECUTED_LIMIT = 1000;

/** Answers what stands on the owner's paths, or returns undefined for any other path. */
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

/** Carries out a command; what is wrong with it comes back as a refusal. */
function answerCommand(exchange: SandboxExchange, body: string): WireAnswer {
  try {
    return jsonAnswer(executeCommand(exchange, JSON.parse(body) as AdminCommand | RuntimeCommand));
  } catch (thrown) {
    const text =
      thrown instanceof ToolError && thrown.kind === 'usage'
        ? thrown.message
        : 'The command is not one that the sandbox knows.';
    return refusalAnswer(new SandboxRefusal(400, -1130, text));
  }
}

function executeCommand(exchange: SandboxExchange, posted: AdminCommand | RuntimeCommand): object {
  const { faults, executionLog: truth } = exchange;
  switch (posted.do) {
    case 'add-fault':
      return { id: faults.add(posted.rule) };
    case 'clear-faults':
      return { cleared: faults.clear(posted.id) };
    case 'faults':
      return { faults: faults.list() };
    case 'truth': {
      const { after = 0, limit = EXECUTED_LIMIT } = posted;
      if (!Number.isInteger(after) || !Number.isInteger(limit) || after < 0 || limit < 1) {
        throw usageError('after must be a whole number of 0 or more, limit one of 1 or more.');
      }
      return { executed: truth.listAfter(after, limit) };
    }
    default:
      command(exchange, posted);
      return { serverTime: exchange.clock.now() };
  }
}

function jsonAnswer(value: object): WireAnswer {
  return { status: 200, headers: { 'Content-Type': JSON_TYPE }, body: JSON.stringify(value) };
}

/** Compares in a time that tells nothing about where the texts differ. */
function isSameToken(sent: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(sent), digest(expected));
}
