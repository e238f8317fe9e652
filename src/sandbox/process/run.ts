/** Runs a program against a sandbox, with the addresses and the demo key in its environment. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { HOSTS } from '../../catalogue/hosts.ts';
import { usageError } from '../../core/errors.ts';
import { ADMIN_PATH } from '../identity.ts';
import type { RunningSandbox } from './serve.ts';

/** The addresses and credentials that a program needs to use a sandbox. */
export type SandboxAccess = Pick<RunningSandbox, 'hosts' | 'seed' | 'apiKey' | 'apiSecret'> & {
  readonly adminToken?: string | undefined;
  /** The exchange, which names the interface that is served. */
  readonly exchange?: Pick<RunningSandbox['exchange'], 'interface'>;
};

export interface RunOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly sandbox: SandboxAccess;
  /** The environment that the program inherits; the variables of the sandbox are added to it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Further variables, by which the program connects to the sandbox or is kept from the exchange. */
  readonly added?: Readonly<Record<string, string>> | undefined;
  /** Calls the listener for each signal of this process; returns a function that removes the listener. */
  readonly onSignal: (listener: (signal: NodeJS.Signals) => void) => () => void;
  /** Whether a terminal is attached, which sends its interrupts to the program itself. */
  readonly isTerminal: boolean;
}

/**
 * The number that is added to the number of a signal for the exit code of a program that the signal ended, as
 * in a shell.
 */
const SIGNAL_EXIT_BASE = 128;
/** Signals that a terminal sends to all foreground processes. */
const TERMINAL_SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT'];
/** Addresses that must not be reached through a proxy. */
const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '::1'];

/**
 * Returns the environment of a program in the sandbox: `BOURSE_ENV=sandbox`, `BOURSE_HOST_<HOST>` for each
 * host, `BOURSE_API_KEY` and `BOURSE_API_SECRET` for bourse; `SANDBOX_<HOST>_URL`, `SANDBOX_API_KEY`,
 * `SANDBOX_API_SECRET`, `SANDBOX_SEED` and `SANDBOX_INTERFACE` for any other program; `SANDBOX_ADMIN_URL` and
 * `SANDBOX_ADMIN_TOKEN` for a program that injects faults or advances the time. <HOST> is the host name in
 * capitals with "_" for "-". An inherited profile or host is removed, because it names another address.
 */
export function sandboxEnv(
  sandbox: SandboxAccess,
  inherited: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(inherited)) {
    if (value !== undefined && name !== 'BOURSE_PROFILE' && !name.startsWith('BOURSE_HOST_')) {
      env[name] = value;
    }
  }
  for (const host of HOSTS) {
    const suffix = host.name.toUpperCase().replaceAll('-', '_');
    env[`BOURSE_HOST_${suffix}`] = sandbox.hosts[host.name];
    env[`SANDBOX_${suffix}_URL`] = sandbox.hosts[host.name];
  }
  for (const name of ['NO_PROXY', 'no_proxy']) {
    env[name] = [env[name], ...LOOPBACK_HOSTS].filter((one) => one !== undefined && one !== '').join(',');
  }
  env['BOURSE_ENV'] = 'sandbox';
  env['BOURSE_API_KEY'] = sandbox.apiKey;
  env['BOURSE_API_SECRET'] = sandbox.apiSecret;
  env['SANDBOX_API_KEY'] = sandbox.apiKey;
  env['SANDBOX_API_SECRET'] = sandbox.apiSecret;
  env['SANDBOX_SEED'] = String(sandbox.seed);
  if (sandbox.exchange !== undefined) env['SANDBOX_INTERFACE'] = sandbox.exchange.interface;
  if (sandbox.adminToken !== undefined) {
    env['SANDBOX_ADMIN_URL'] = `${sandbox.hosts.spot}${ADMIN_PATH}`;
    env['SANDBOX_ADMIN_TOKEN'] = sandbox.adminToken;
  }
  return env;
}

/**
 * Runs the command with the standard streams of this process and returns its exit code, or 128 plus the signal number
 * if a signal ended it. Forwards signals to the command. Throws kind `usage` if the command can't be started.
 */
export function runInSandbox(options: RunOptions): Promise<number> {
  const { command, args, isTerminal } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: 'inherit',
      env: { ...sandboxEnv(options.sandbox, options.env), ...options.added },
    });
    const stop = options.onSignal((signal) => {
      // A terminal has already sent the interrupt to the program; forwarding it would interrupt the program twice.
      if (!isTerminal || !TERMINAL_SIGNALS.includes(signal)) child.kill(signal);
    });
    child.once('error', (cause) => {
      stop();
      const { code } = cause as NodeJS.ErrnoException;
      reject(
        usageError(
          `The command ${command} can't be started: ${code === 'ENOENT' ? 'it was not found' : code}.`,
          'Write the program and its arguments after "--", as in: bourse sandbox run -- node bot.js',
        ),
      );
    });
    child.once('exit', (code, signal) => {
      stop();
      resolve(code ?? SIGNAL_EXIT_BASE + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
