/**
 * Programs that use a published client of the exchange and set no address: a file that Node loads before the
 * program redirects their connections from the exchange to the sandbox, and their keys come from the
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

/**
 * Returns the variables that make a client connect to a sandbox: the file to load, the port of each host name
 * of the exchange, and the key. `programFile` is the file of bourse itself. Throws kind `usage` for a command
 * of another runtime, and kind `internal` if the file to load is missing.
 */
export function sdkVariables(
  sdk: string,
  {
    command,
    programFile,
    nodeOptions = '',
  }: { readonly command: string; readonly programFile: string; readonly nodeOptions?: string | undefined },
  {
    hosts,
    apiKey,
    apiSecret,
  }: { readonly hosts: SandboxHosts; readonly apiKey: string; readonly apiSecret: string },
): Readonly<Record<string, string>> {
  if (OTHER_RUNTIMES.test(command.slice(command.lastIndexOf('/') + 1))) {
    throw usageError(
      `--sdk is for programs of Node; ${command} would reach the real exchange.`,
      'Leave --sdk out and set the addresses in the program: docs/sandbox.md has recipes.',
    );
  }
  const ports = Object.fromEntries(
    [...servedHostNames()].map(([hostname, name]) => [hostname, new URL(hosts[name]).port]),
  );
  const preload = `--require ${JSON.stringify(preloadPath(programFile))}`;
  return {
    NODE_OPTIONS: nodeOptions === '' ? preload : `${nodeOptions} ${preload}`,
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
