/** Who reads which stream. A stream is fed while somebody reads it, once for all its readers. */
import { FEED_MESSAGES_MAX, type StreamFeed } from './feed.ts';
import { Batch } from './message.ts';

/** Somebody who reads streams. */
export interface StreamReader {
  receive(batch: Batch): void;
}

interface Topic {
  readonly name: string;
  readonly feed: StreamFeed;
  readonly readers: Set<StreamReader>;
}

export class StreamHub {
  readonly #topics = new Map<string, Topic>();
  #now = 0;

  get isIdle(): boolean {
    return this.#topics.size === 0;
  }

  /** Lets somebody read a stream of a product line; `open` makes its feed where nobody reads it yet. */
  subscribe(key: string, name: string, reader: StreamReader, open: () => StreamFeed | undefined): void {
    const topic = this.#topics.get(key);
    if (topic !== undefined) {
      topic.readers.add(reader);
      return;
    }
    const feed = open();
    if (feed !== undefined) this.#topics.set(key, { name, feed, readers: new Set([reader]) });
  }

  unsubscribe(key: string, reader: StreamReader): void {
    const topic = this.#topics.get(key);
    topic?.readers.delete(reader);
    if (topic?.readers.size !== 0) return;
    this.#topics.delete(key);
    topic.feed.close?.();
  }

  /** Sends what there is to be sent at a moment; returns whether there is more of the same moment. */
  advance(at: number): boolean {
    this.#now = Math.max(this.#now, at);
    let isBehind = false;
    for (const { name, feed, readers } of this.#topics.values()) {
      const messages = feed.advance(this.#now);
      if (messages.length === 0) continue;
      if (messages.length >= FEED_MESSAGES_MAX) isBehind = true;
      const batch = new Batch(name, messages);
      for (const reader of readers) reader.receive(batch);
    }
    return isBehind;
  }
}
