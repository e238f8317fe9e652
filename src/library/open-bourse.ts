/** Opens the library. What a call needs is loaded with the first call, so that importing the library takes little time. */
import { fileURLToPath } from 'node:url';
import type { Bourse } from './declarations.ts';
import { libraryMethods, type OpenSession } from './methods.ts';
import type { Session } from './session.ts';
import type { OpenOptions } from './types.ts';

/**
 * Opens bourse for a program. Nothing is read or connected before the first call, which rejects with a BourseError of kind
 * `usage` for an option that is none.
 */
export function openBourse(options: OpenOptions = {}): Bourse {
  return openSession(
    async () =>
      new (await import('./session.ts')).Session(options, undefined, { programFile: programFile() }),
  );
}

/** Returns the executable of the package, which lies two folders above this file in the sources and in the build. */
export function programFile(): string {
  return fileURLToPath(new URL('../../bin/bourse.js', import.meta.url));
}

/** Returns the library of a session, which is opened with the first call. */
export function openSession(open: OpenSession): Bourse {
  let session: Promise<Session> | undefined;
  let isClosed = false;
  const opened = () => {
    // A library that is closed before its first call opens the session only to be refused by it.
    session ??= open().then(
      async (one) => {
        if (isClosed) await one.close();
        return one;
      },
      async (thrown) => {
        const { libraryError } = await import('./errors.ts');
        throw libraryError(thrown, async () => []);
      },
    );
    return session;
  };
  return {
    ...(libraryMethods(opened) as unknown as Bourse),
    async close() {
      isClosed = true;
      await (await session?.catch(() => undefined))?.close();
    },
  };
}
