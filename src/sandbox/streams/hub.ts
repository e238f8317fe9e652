/** The subscriptions of market streams. A stream has one feed for all its readers, open while it has readers. */
import { FEED_MESSAGES_MAX, type StreamFeed } from './feed.ts';
import { Batch } from './message.ts';

/** A subscriber of streams. */
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

  /** Subscribes a reader to a stream; `open` opens its feed for the first reader. */
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

  /** Sends the messages due at a time; returns whether there are more for the same time. */
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
