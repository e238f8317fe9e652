/** Stream messages, serialized once for each form that connections ask for. */
import { textFrame, textFrames } from './frame.ts';

/** How times are written in a message. */
export interface TimeFormat {
  /** Writes a time. */
  readonly at: (ms: number) => string;
  /** Writes the end of a time span, given the span's last ms. */
  readonly end: (ms: number) => string;
}

export type TimeUnit = 'MILLISECOND' | 'MICROSECOND';

export const TIME_FORMATS: Readonly<Record<TimeUnit, TimeFormat>> = {
  MILLISECOND: { at: String, end: String },
  MICROSECOND: { at: (ms) => `${ms}000`, end: (ms) => `${ms}999` },
};

/** Returns the JSON text of a message for a time format. */
export type Message = (times: TimeFormat) => string;

/** Returns a message that is the JSON array of several. */
export function arrayMessage(messages: readonly Message[]): Message {
  return (times) => `[${messages.map((message) => message(times)).join(',')}]`;
}

/** Returns the message of one JSON array with the elements of several, none of which is empty. */
export function joinedArrays(arrays: readonly Message[]): Message {
  return (times) => `[${arrays.map((array) => array(times).slice(1, -1)).join(',')}]`;
}

/** The form of messages that a connection asks for. */
export interface MessageForm {
  readonly unit: TimeUnit;
  /** Whether messages are wrapped as `{stream, data}` with the name of their stream. */
  readonly isCombined: boolean;
}

/** Messages of one stream that are sent together to all its readers. */
export class Batch {
  readonly name: string;
  readonly messages: readonly Message[];
  readonly #frames = new Map<string, Buffer>();

  constructor(name: string, messages: readonly Message[]) {
    this.name = name;
    this.messages = messages;
  }

  /** Returns the frames of all messages, concatenated. */
  frames(form: MessageForm): Buffer {
    const key = `${form.unit} ${form.isCombined}`;
    let frames = this.#frames.get(key);
    if (frames === undefined) {
      frames = textFrames(this.#texts(form));
      this.#frames.set(key, frames);
    }
    return frames;
  }

  /** Returns the frame of each message. */
  eachFrame(form: MessageForm): readonly Buffer[] {
    return this.#texts(form).map(textFrame);
  }

  #texts({ unit, isCombined }: MessageForm): readonly string[] {
    const times = TIME_FORMATS[unit];
    if (!isCombined) return this.messages.map((message) => message(times));
    const head = `{"stream":${JSON.stringify(this.name)},"data":`;
    return this.messages.map((message) => `${head}${message(times)}}`);
  }
}
