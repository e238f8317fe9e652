/** Sends admin commands to the exchange of a state folder, whether or not another process hosts it. */
import { request as openRequest } from 'node:http';
import { ToolError, usageError } from '../../core/errors.ts';
import type { AdminCommand } from '../admin-commands.ts';
import { runAdminCommand } from '../exchange/requests.ts';
import type { RuntimeCommand } from '../http/admin-api.ts';
import { ADMIN_PATH, TOKEN_HEADER } from '../identity.ts';
import { findRunning, type PublishedSandbox } from '../storage/state-folder.ts';
import { type HostOptions, openHost, tryLock } from './host.ts';

export interface AdminClientOptions extends HostOptions {
  readonly interrupt: AbortSignal;
  readonly isAlive: (pid: number) => boolean;
}

/** How long to wait for another command that hosts the exchange, in ms. */
const WAIT_MAX_MS = 10_000;
const POLL_INTERVAL_MS = 50;
const ANSWER_TIMEOUT_MS = 10_000;

/** Executes admin commands in order. Throws kind `usage` if the exchange refuses one, and kind `storage`. */
export async function runAdminCommands(
  folder: string,
  commands: readonly AdminCommand[],
  options: AdminClientOptions,
): Promise<void> {
  const { clock } = options;
  const deadline = clock.monotonicMs() + WAIT_MAX_MS;
  for (;;) {
    const running = await findRunning(folder, options.isAlive);
    if (running !== undefined) {
      for (const one of commands) await postCommand(running, one);
      return;
    }
    const lock = await tryLock(folder, options);
    if (lock !== undefined) {
      const host = await openHost(folder, options, lock);
      try {
        for (const one of commands) runAdminCommand(host.exchange, one);
      } finally {
        await host.close();
      }
      return;
    }
    if (clock.monotonicMs() > deadline) {
      throw new ToolError({
        kind: 'storage',
        message: 'Another command is using the sandbox.',
        hint: 'Try again when it has ended.',
        retryable: true,
        execution: 'not_executed',
      });
    }
    await clock.sleep(POLL_INTERVAL_MS, options.interrupt);
  }
}

/**
 * Sends a command to the running sandbox and returns its answer. Throws a usage error if no sandbox runs or
 * if it refuses the command.
 */
export async function sendToRunning(
  folder: string,
  command: RuntimeCommand,
  isAlive: (pid: number) => boolean,
): Promise<unknown> {
  const running = await findRunning(folder, isAlive);
  if (running !== undefined) return postCommand(running, command);
  throw usageError('No sandbox is running.', 'Start one with: bourse sandbox serve');
}

function postCommand(
  { hosts, token }: PublishedSandbox,
  command: AdminCommand | RuntimeCommand,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify(command);
    const outgoing = openRequest(`${hosts.spot}${ADMIN_PATH}`, {
      method: 'POST',
      agent: false,
      timeout: ANSWER_TIMEOUT_MS,
      headers: {
        [TOKEN_HEADER]: token,
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
      },
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('the sandbox does not answer')));
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (chunk: string) => {
        text += chunk;
      });
      incoming.on('error', reject);
      incoming.on('end', () => {
        if (incoming.statusCode === 200) resolve(JSON.parse(text));
        else reject(usageError((JSON.parse(text) as { msg: string }).msg));
      });
    });
    outgoing.end(body);
  });
}
