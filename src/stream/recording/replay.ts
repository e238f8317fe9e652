/**
 * Replays a recording as a stream connection, so that the feed checks its ids and reports its gaps as for a
 * live one.
 */
import type { Clock } from '../../core/clock.ts';
import { parseJson } from '../../core/json.ts';
import type { JsonValue } from '../../core/words.ts';
import { type Manifest, readRecordedMessages } from '../../store/recording.ts';
import { ReadPause } from '../read-pause.ts';
import type { OpenSocket, SocketListener } from '../socket.ts';

export interface ReplayOptions {
  readonly clock: Clock;
  /** The path of the recording or of its manifest. */
  readonly path: string;
  readonly manifest: Manifest;
  /** The speed as a multiple of the recorded one; undefined for as fast as possible. */
  readonly speed: number | undefined;
  readonly signal: AbortSignal;
  readonly onEnd: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** Returns a function that opens a socket which delivers the recording. */
export function replayOpener(options: ReplayOptions): OpenSocket {
  return (_address, listener) => {
    const player = new ReplaySocket(options, listener);
    setImmediate(() => void player.play());
    return player;
  };
}

class ReplaySocket {
  readonly #options: ReplayOptions;
  readonly #listener: SocketListener;
  readonly #pause = new ReadPause();
  #isClosed = false;

  constructor(options: ReplayOptions, listener: SocketListener) {
    this.#options = options;
    this.#listener = listener;
  }

  /** Answers a control message; the subscribed streams are those of the manifest. */
  send(text: string): void {
    const { id, method } = parseJson(text) as { readonly id: JsonValue; readonly method: string };
    const result = method === 'LIST_SUBSCRIPTIONS' ? this.#options.manifest.streams : null;
    setImmediate(() => this.#listener.onMessage(Buffer.from(JSON.stringify({ result, id }))));
  }

  ping(): void {
    this.#listener.onAlive();
  }

  pause(): void {
    this.#pause.begin();
  }

  resume(): void {
    this.#pause.end();
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
    const { clock, path, manifest, speed, signal, onEnd, onFailure } = this.#options;
    try {
      this.#listener.onOpen();
      // The answer to LIST_SUBSCRIPTIONS must come before the first message.
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
      let last: number | undefined;
      for await (const { at, message, snapshotFor } of readRecordedMessages(path, manifest)) {
        if (this.#isClosed) break;
        if (snapshotFor !== undefined) continue;
        if (speed !== undefined && last !== undefined && at > last)
          await clock.sleep((at - last) / speed, signal).catch(() => {});
        last = at;
        await this.#pause.over;
        if (!this.#isClosed) this.#listener.onMessage(message);
      }
      onEnd();
    } catch (error) {
      onFailure(error);
    }
    this.close();
  }
}
