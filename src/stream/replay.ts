/**
 * Plays a recording as if it were a connection, so that what is read from it goes the same way as what is live: the
 * same feed judges its numbers and tells its gaps.
 */
import { createReadStream, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { Clock } from '../core/clock.ts';
import { ToolError, usageError } from '../core/errors.ts';
import { parseJson } from '../core/json.ts';
import type { JsonValue } from '../core/words.ts';
import { manifestOf, type Segment } from './recording.ts';
import type { OpenSocket, SocketListener } from './socket.ts';

export interface Manifest {
  readonly product: string;
  readonly isCombined: boolean;
  readonly streams: readonly string[];
  readonly files: readonly Segment[];
}

/** Returns what the manifest of a recording says. Throws a usage error where there is none that can be read. */
export function readManifest(path: string): Manifest {
  const file = path.endsWith('.manifest.json') ? path : manifestOf(path);
  try {
    const value = parseJson(readFileSync(file, 'utf8')) as unknown as Manifest;
    if (Array.isArray(value.streams) && Array.isArray(value.files)) return value;
  } catch (error) {
    throw usageError(
      `The manifest ${file} cannot be read: ${(error as Error).message}.`,
      'It lies beside the recording once that is whole.',
    );
  }
  throw usageError(`${file} is no manifest of a recording.`);
}

export interface ReplayOptions {
  readonly clock: Clock;
  /** The recording, or its manifest. */
  readonly path: string;
  readonly manifest: Manifest;
  /** How many times faster than it was recorded; undefined as fast as it is read. */
  readonly speed: number | undefined;
  readonly signal: AbortSignal;
  readonly onEnd: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** Returns an opener whose one connection brings the recording. */
export function replayOpener(options: ReplayOptions): OpenSocket {
  return (_address, listener) => {
    const player = new Player(options, listener);
    setImmediate(() => void player.play());
    return player;
  };
}

class Player {
  readonly #options: ReplayOptions;
  readonly #listener: SocketListener;
  #resumed: { readonly wait: Promise<void>; readonly go: () => void } | undefined;
  #isClosed = false;

  constructor(options: ReplayOptions, listener: SocketListener) {
    this.#options = options;
    this.#listener = listener;
  }

  /** A recording is never out of step with what it is asked for: it holds the streams of its manifest. */
  send(text: string): void {
    const { id, method } = parseJson(text) as { readonly id: JsonValue; readonly method: string };
    const result = method === 'LIST_SUBSCRIPTIONS' ? this.#options.manifest.streams : null;
    setImmediate(() => this.#listener.onMessage(Buffer.from(JSON.stringify({ result, id }))));
  }

  ping(): void {
    this.#listener.onAlive();
  }

  pause(): void {
    if (this.#resumed !== undefined) return;
    let go = () => {};
    const wait = new Promise<void>((resolve) => {
      go = resolve;
    });
    this.#resumed = { wait, go };
  }

  resume(): void {
    this.#resumed?.go();
    this.#resumed = undefined;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.resume();
    this.#listener.onClose({ code: 1000, why: 'the recording is over' });
  }

  terminate(): void {
    this.close();
  }

  async play(): Promise<void> {
    const { path, manifest, onEnd, onFailure } = this.#options;
    try {
      this.#listener.onOpen();
      // The answer to what the connection carries comes before the first message.
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
      let before: number | undefined;
      for (const { file } of manifest.files)
        before = await this.#file(join(dirname(path), basename(file)), before);
      onEnd();
    } catch (error) {
      onFailure(error);
    }
    this.close();
  }

  async #file(path: string, before: number | undefined): Promise<number | undefined> {
    const { clock, speed, signal } = this.#options;
    const bytes = createReadStream(path).pipe(createGunzip());
    let last = before;
    try {
      for await (const line of createInterface({ input: bytes, crlfDelay: Number.POSITIVE_INFINITY })) {
        if (this.#isClosed) return last;
        const { at, message } = readLine(line, path);
        if (speed !== undefined && last !== undefined && at > last)
          await clock.sleep((at - last) / speed, signal).catch(() => {});
        last = at;
        await this.#resumed?.wait;
        if (!this.#isClosed) this.#listener.onMessage(message);
      }
    } catch (error) {
      if (error instanceof ToolError) throw error;
      throw damaged(path, (error as Error).message, error);
    }
    return last;
  }
}

const LINE = /^\{"at":(\d{1,16}),"message":/;

function readLine(line: string, path: string): { readonly at: number; readonly message: Buffer } {
  const head = LINE.exec(line);
  if (head === null || !line.endsWith('}')) throw damaged(path, 'a line is none of a recording');
  return { at: Number(head[1]), message: Buffer.from(line.slice(head[0].length, -1)) };
}

function damaged(path: string, why: string, cause?: unknown): ToolError {
  return new ToolError({
    kind: 'storage',
    message: `The recording ${path} is damaged: ${why}.`,
    hint: 'What came before it was played.',
    ...(cause === undefined ? {} : { cause }),
  });
}
