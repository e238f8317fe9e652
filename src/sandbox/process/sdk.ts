/**
 * Keeps programs in the sandbox. A file that Node loads before the program refuses connections to the exchange, or
 * leads them to the sandbox for programs that use a published client and set no address, whose keys come from the
 * environment.
 */
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { HOSTS } from '../../catalogue/hosts.ts';
import { ToolError, usageError } from '../../core/errors.ts';
import type { SandboxHosts } from '../identity.ts';
import { SDKS } from './sdks.ts';

/** The file that Node loads before the program; it lies beside the file of bourse. */
const PRELOAD = './redirect-exchange.js';
/** Matches commands of other runtimes, which do not load that file. */
const OTHER_RUNTIMES = /^(python|pypy|ruby|php|java|go|bun|deno|dotnet|cargo)/;

/** How bourse itself was started, and the program that it starts. */
interface StartedProgram {
  readonly command: string;
  /** The file of bourse itself. */
  readonly programFile: string;
  readonly nodeOptions?: string | undefined;
}

/** The host names of the exchange that a sandbox serves: live, testnet and demo, each with the host of the catalogue. */
export function servedHostNames(): ReadonlyMap<string, keyof SandboxHosts> {
  const names = new Map<string, keyof SandboxHosts>();
  for (const { name, live, testnet, demo = [] } of HOSTS) {
    for (const address of [...live, ...testnet, ...demo]) {
      const { hostname } = new URL(address);
      // A name that several hosts share, such as that of options and USD-M streams, is served by the first of them.
      if (!names.has(hostname)) names.set(hostname, name);
    }
  }
  return names;
}

/** Returns whether Node loads files of bourse before the code of a command; unknown of scripts and compiled programs. */
export function runsInNode(command: string): boolean | undefined {
  const name = command.slice(command.lastIndexOf('/') + 1);
  if (OTHER_RUNTIMES.test(name)) return false;
  return /^(node|npm|npx|pnpm|yarn|tsx)(\.exe|\.cmd)?$/.test(name) ? true : undefined;
}

/**
 * Returns the variables that keep every program of Node from connecting to the real exchange. Throws kind `internal` if
 * the file to load is missing.
 */
export function guardVariables({ programFile, nodeOptions = '' }: Omit<StartedProgram, 'command'>) {
  const preload = `--require ${JSON.stringify(preloadPath(programFile))}`;
  return {
    NODE_OPTIONS: nodeOptions === '' ? preload : `${nodeOptions} ${preload}`,
    // Ports of an outer sandbox are not those of this one.
    SANDBOX_PORTS: '{}',
  };
}

/**
 * Returns the variables that make a client connect to a sandbox: the file to load, the port of each host name
 * of the exchange, and the key. Throws kind `usage` for a command of another runtime, and kind `internal` if the file
 * to load is missing.
 */
export function sdkVariables(
  sdk: string,
  program: StartedProgram,
  {
    hosts,
    apiKey,
    apiSecret,
  }: { readonly hosts: SandboxHosts; readonly apiKey: string; readonly apiSecret: string },
): Readonly<Record<string, string>> {
  if (runsInNode(program.command) === false) {
    throw usageError(
      `--sdk is for programs of Node; ${program.command} would reach the real exchange.`,
      'Leave --sdk out and set the addresses in the program: docs/sandbox.md has recipes.',
    );
  }
  const ports = Object.fromEntries(
    [...servedHostNames()].map(([hostname, name]) => [hostname, new URL(hosts[name]).port]),
  );
  return {
    ...guardVariables(program),
    SANDBOX_PORTS: JSON.stringify(ports),
    ...Object.fromEntries(
      (SDKS[sdk] ?? []).flatMap(([key, secret]) => [
        [key, apiKey],
        [secret, apiSecret],
      ]),
    ),
  };
}

function preloadPath(programFile: string): string {
  try {
    // A global install has a link to the file of the command, which is resolved first.
    return createRequire(realpathSync(programFile)).resolve(PRELOAD);
  } catch (cause) {
    throw new ToolError({
      kind: 'internal',
      message: `The file ${PRELOAD} is missing beside ${programFile}.`,
      hint: 'Install bourse again.',
      cause,
    });
  }
}
