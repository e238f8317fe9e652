/** What in a process can show keys to others, or lets others pose as the exchange. */
import { credentialsError } from './profile.ts';

/** Returns what is set that must not be, such as "NODE_DEBUG"; nothing where all is well. */
export function findLeaks(
  variables: Readonly<Record<string, string | undefined>>,
  execArguments: readonly string[],
): readonly string[] {
  const isSet = (name: string) => (variables[name] ?? '') !== '';
  const options = [...execArguments, ...(variables['NODE_OPTIONS'] ?? '').split(/\s+/)];
  return [
    // Prints headers, and so the key, for some of its values; which ones, each Node decides anew.
    ...['NODE_DEBUG', 'SSLKEYLOGFILE'].filter(isSet),
    ...(variables['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' ? ['NODE_TLS_REJECT_UNAUTHORIZED=0'] : []),
    ...options.filter((word) => /^--(inspect|debug)\b/.test(word) || word.startsWith('--tls-keylog')),
  ];
}

/** Throws a ToolError of kind `credentials` where something can show keys. */
export function refuseLeaks(
  variables: Readonly<Record<string, string | undefined>>,
  execArguments: readonly string[],
): void {
  const leaks = findLeaks(variables, execArguments);
  if (leaks.length === 0) return;
  throw credentialsError(
    `No key is used while ${leaks.join(' and ')} ${leaks.length === 1 ? 'is' : 'are'} set: it can show keys, or let others pose as the exchange.`,
    'Unset it for this command, or pass --allow-leaks if it is meant.',
  );
}
