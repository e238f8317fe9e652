/** Detects settings of the process that could reveal keys or let others pose as the exchange. */
import { credentialsError } from './profile.ts';

/**
 * Options of Node that open a debugger, log the keys of TLS connections, or write the memory or the environment of the
 * process to a file.
 */
const LEAKING_OPTION =
  /^--(?:inspect|debug|tls-keylog|heapsnapshot-|heap-prof|report-(?:on|uncaught|signal|dir|filename)|diagnostic-dir|abort-on-uncaught)/;

/** Returns the unsafe settings that are in effect, such as "NODE_DEBUG". */
export function findLeaks(
  variables: Readonly<Record<string, string | undefined>>,
  execArguments: readonly string[],
): readonly string[] {
  const isSet = (name: string) => (variables[name] ?? '') !== '';
  const options = [...execArguments, ...(variables['NODE_OPTIONS'] ?? '').split(/\s+/)];
  return [
    // Some values of NODE_DEBUG print headers and with them the key; which ones depends on the version of
    // Node.
    ...['NODE_DEBUG', 'SSLKEYLOGFILE'].filter(isSet),
    ...(variables['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' ? ['NODE_TLS_REJECT_UNAUTHORIZED=0'] : []),
    ...options.filter((word) => LEAKING_OPTION.test(word)),
  ];
}

/** Throws a ToolError of kind `credentials` when a setting could reveal keys. */
export function refuseLeaks(
  variables: Readonly<Record<string, string | undefined>>,
  execArguments: readonly string[],
): void {
  const leaks = findLeaks(variables, execArguments);
  if (leaks.length === 0) return;
  throw credentialsError(
    `No key is used while ${leaks.join(' and ')} ${leaks.length === 1 ? 'is' : 'are'} set: that can reveal keys, or let others pose as the exchange.`,
    'Unset it for this command, or pass --allow-leaks if it is meant.',
  );
}
