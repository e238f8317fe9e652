/** Makes the methods of an opened library from the table of endpoints. */
import { LOCAL_METHODS, METHODS, STREAM_METHODS } from '../generated/library-methods.ts';
import type { MethodEntry, Session } from './session.ts';
import type { StreamEntry } from './streams.ts';

/** Returns the session, which is loaded with the first call. */
export type OpenSession = () => Promise<Session>;

type LibraryFunction = (...call: readonly unknown[]) => unknown;

/** Methods, and groups of methods. */
interface MethodGroup {
  [name: string]: MethodGroup | LibraryFunction;
}

/** Returns the methods by group, such as `market.klines`; `usdm.trade.placeOrder` lies one group deeper. */
export function libraryMethods(session: OpenSession): MethodGroup {
  const root: MethodGroup = {};
  for (const [name, entry] of Object.entries(METHODS)) add(root, name, methodOf(session, entry, name));
  for (const [name, entry] of Object.entries(STREAM_METHODS)) add(root, name, streamOf(session, entry, name));
  for (const [name, words] of Object.entries(LOCAL_METHODS))
    add(root, name, async (...call) => (await session()).local(words, name, call));
  return root;
}

function add(root: MethodGroup, name: string, method: LibraryFunction): void {
  const path = name.split('.');
  const last = path.pop()!;
  let group = root;
  for (const word of path) {
    group[word] ??= {};
    group = group[word] as MethodGroup;
  }
  group[last] = method;
}

function streamOf(session: OpenSession, entry: StreamEntry, name: string) {
  return async function* (...call: readonly unknown[]) {
    const [opened, { followStream }] = await Promise.all([session(), import('./streams.ts')]);
    try {
      yield* followStream(opened, entry, name, call);
    } catch (thrown) {
      throw opened.asError(thrown);
    }
  };
}

function methodOf(session: OpenSession, entry: MethodEntry, name: string) {
  type Call = readonly unknown[];
  const read = async (...call: Call) => (await session()).read(entry, name, call);
  const write = async (...call: Call) => (await session()).write(entry, name, call);
  const plan = async (...call: Call) => (await session()).plan(entry, name, call);
  const pages = async function* (...call: Call) {
    yield* (await session()).pages(entry, name, call);
  };
  switch (entry[0]) {
    case 'read':
      return read;
    case 'paged':
      return Object.assign(read, { pages, all: (...call: Call) => rowsOf(pages(...call)) });
    case 'write':
      return Object.assign(write, { plan });
  }
}

async function* rowsOf<Row>(pages: AsyncIterable<readonly Row[]>): AsyncGenerator<Row> {
  for await (const page of pages) yield* page;
}
