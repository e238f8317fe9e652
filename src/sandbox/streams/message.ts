/** Messages of streams: written once for each form in which somebody wants them. */
import { textFrame } from './frame.ts';

/** How the times of a message are written. */
export interface TimeFormat {
  /** A moment. */
  readonly at: (ms: number) => string;
  /** The last moment of a span that ends with this ms. */
  readonly end: (ms: number) => string;
}

export type TimeUnit = 'MILLISECOND' | 'MICROSECOND';

export const TIME_FORMATS: Readonly<Record<TimeUnit, TimeFormat>> = {
  MILLISECOND: { at: String, end: String },
  MICROSECOND: { at: (ms) => `${ms}000`, end: (ms) => `${ms}999` },
};

/** A message before it is known how its times are wanted; returns JSON text. */
export type Message = (times: TimeFormat) => string;

/** All messages of a moment as one array. */
export function arrayMessage(messages: readonly Message[]): Message {
  return (times) => `[${messages.map((message) => message(times)).join(',')}]`;
}

/** How a connection wants its messages. */
export interface MessageForm {
  readonly unit: TimeUnit;
  /** Wrapped as `{stream, data}`. */
  readonly isCombined: boolean;
}

/** Messages of one stream that go out together, to however many readers. */
export class Batch {
  readonly name: string;
  readonly messages: readonly Message[];
  readonly #frames = new Map<string, Buffer>();

  constructor(name: string, messages: readonly Message[]) {
    this.name = name;
    this.messages = messages;
  }

  /** Returns all messages as frames, one after the other. */
  frames(form: MessageForm): Buffer {
    const key = `${form.unit} ${form.isCombined}`;
    let frames = this.#frames.get(key);
    if (frames === undefined) {
      const each = this.messages.map((message) => this.#frame(message, form));
      frames = each.length === 1 ? each[0]! : Buffer.concat(each);
      this.#frames.set(key, frames);
    }
    return frames;
  }

  /** Returns each message as a frame of its own. */
  eachFrame(form: MessageForm): readonly Buffer[] {
    return this.messages.map((message) => this.#frame(message, form));
  }

  #frame(message: Message, { unit, isCombined }: MessageForm): Buffer {
    const text = message(TIME_FORMATS[unit]);
    return textFrame(isCombined ? `{"stream":${JSON.stringify(this.name)},"data":${text}}` : text);
  }
}
