/** What the path of a request names: a method, the whole history of one, or a stream. */
import { LOCAL_METHODS, METHODS, STREAM_METHODS } from '../generated/library-methods.ts';
import type { MethodEntry } from '../library/session.ts';
import type { StreamEntry } from '../library/streams.ts';

const PREFIX = '/v1/';

/** The end of a path that names the rows of a whole history. */
const HISTORY = '/all';

/** The groups of local commands that are served: those that look at writes whose outcome is not known. */
const LOCAL_PREFIX = 'orders.';

/** What a path names; `words` are those of a command. */
export type Route = { readonly name: string } & (
  | { readonly kind: 'call'; readonly entry: MethodEntry }
  | { readonly kind: 'history'; readonly entry: MethodEntry }
  | { readonly kind: 'stream'; readonly entry: StreamEntry }
  | { readonly kind: 'local'; readonly words: string }
);

/** Returns what a path names; undefined if it names nothing that is served. */
export function routeOf(target: string): Route | undefined {
  if (!target.startsWith(PREFIX)) return undefined;
  const route = pipedRouteOf(target.slice(PREFIX.length));
  return route?.kind === 'local' && !route.name.startsWith(LOCAL_PREFIX) ? undefined : route;
}

/** Returns what a name stands for in a pipe, where all local commands are served; undefined if it stands for nothing. */
export function pipedRouteOf(path: string): Route | undefined {
  const isHistory = path.endsWith(HISTORY);
  const name = path.slice(0, isHistory ? -HISTORY.length : undefined);
  const method = ownEntry(METHODS, name);
  if (isHistory) return method?.[0] === 'paged' ? { kind: 'history', name, entry: method } : undefined;
  if (method !== undefined) return { kind: 'call', name, entry: method };
  const stream = ownEntry(STREAM_METHODS, name);
  if (stream !== undefined) return { kind: 'stream', name, entry: stream };
  const words = ownEntry(LOCAL_METHODS, name);
  return words === undefined ? undefined : { kind: 'local', name, words };
}

function ownEntry<Entry>(table: Readonly<Record<string, Entry>>, name: string): Entry | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
