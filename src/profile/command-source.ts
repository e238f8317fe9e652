/**
 * Runs the program of a `cmd:` reference without a shell, with limits on time and output, and never shows its
 * output.
 */
import { spawn } from 'node:child_process';
import { safeText } from '../core/text.ts';
import { credentialsError } from './profile.ts';

/** The time limit of the program in ms: enough for a password manager that is already unlocked. */
const TIME_MAX_MS = 5_000;

/** The largest output of the program, in bytes; a private key in PEM form has a few KiB. */
const OUTPUT_BYTES_MAX = 65_536;

export interface CommandLimits {
  readonly timeMaxMs?: number;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Kills all processes of a group; returns whether the group existed. */
  readonly killProcessGroup?: (leaderPid: number) => boolean;
}

/**
 * Returns the output of the program without the last line end. Throws a ToolError of kind `credentials` for a
 * program that is missing, fails, takes longer than 5 s or prints more than 64 KiB. Of the program's stderr
 * only the length is used, because it may contain a key.
 */
export function readFromCommand(
  words: readonly [string, ...string[]],
  limits: CommandLimits,
): Promise<string> {
  const [program, ...rest] = words;
  const { timeMaxMs = TIME_MAX_MS, variables } = limits;
  const what = `The program ${safeText(program)} of the cmd: reference`;
  return new Promise((resolve, reject) => {
    const child = spawn(program, rest, {
      shell: false,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      // A process group of its own, so that the program is ended together with the programs that it started.
      detached: true,
      env: withoutKeys(variables),
    });
    const chunks: Buffer[] = [];
    let outputBytes = 0;
    let stderrBytes = 0;
    const fail = (why: string, hint: string, cause?: unknown) => {
      clearTimeout(timer);
      // A program that has left its group, or that could not be started, is killed alone.
      if (child.pid === undefined || limits.killProcessGroup?.(child.pid) !== true) child.kill('SIGKILL');
      // A process that left the group may still hold the output pipes open; bourse does not wait for it.
      child.stdout.destroy();
      child.stderr.destroy();
      child.unref();
      reject(credentialsError(`${what} ${why}.`, hint, cause));
    };
    const timer = setTimeout(
      () =>
        fail(
          `gave no answer within ${timeMaxMs / 1000} s`,
          'Unlock it first, and make sure that it does not prompt.',
        ),
      timeMaxMs,
    );
    child.stdout.on('data', (chunk: Buffer) => {
      outputBytes += chunk.length;
      if (outputBytes > OUTPUT_BYTES_MAX)
        fail(`printed more than ${OUTPUT_BYTES_MAX} bytes`, 'It must print the key and nothing else.');
      else chunks.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderrBytes += chunk.length;
    });
    child.on('error', (error: NodeJS.ErrnoException) =>
      fail(
        `could not be started (${error.code})`,
        'Give its path, and each argument as a separate word.',
        error,
      ),
    );
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0)
        return resolve(
          Buffer.concat(chunks)
            .toString('utf8')
            .replace(/\r?\n$/, ''),
        );
      const exitReason = code === null ? `was ended by ${signal}` : `failed with exit code ${code}`;
      fail(
        `${exitReason} after ${stderrBytes} bytes on stderr, which are not shown`,
        'Run the program yourself to see its messages.',
      );
    });
  });
}

/** Returns the environment variables for the program, without those that hold keys of bourse. */
function withoutKeys(variables: CommandLimits['variables']): NodeJS.ProcessEnv {
  const passed = Object.entries(variables).filter(
    ([name]) => !/^BOURSE_(API_KEY|API_SECRET|KEY_PASSPHRASE|VAULT_PASSPHRASE)$/.test(name),
  );
  return Object.fromEntries(passed);
}
