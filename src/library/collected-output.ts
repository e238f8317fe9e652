/** The output of a command that the library runs: answers are kept as values, notes are passed on. */
import type { Endpoint, View } from '../catalogue/types.ts';
import type { Output, Paint } from '../commands/types.ts';
import { readJson } from '../core/json.ts';
import { typedAnswer, typedRows, typedValue } from './typed-values.ts';
import type { AnswerValue } from './types.ts';

/** What a command answered. */
export interface CollectedAnswer {
  /** The last answer as a value; undefined if there was none. */
  value: AnswerValue | undefined;
  /** The last answer of the exchange as the JSON text that was received, for the journal; undefined if there was none. */
  text: string | undefined;
}

/** Returns an output for a command that answers in the form of `endpoint`, and where its answer is kept. */
export function collectOutput(
  endpoint: Pick<Endpoint, 'answersOne'> | undefined,
  note: (text: string) => void,
): { readonly output: Output; readonly answer: CollectedAnswer } {
  const answer: CollectedAnswer = { value: undefined, text: undefined };
  let written = '';
  const formOf = (view: View | undefined) => ({
    ...(view === undefined ? {} : { view }),
    ...(endpoint?.answersOne === undefined ? {} : { answersOne: endpoint.answersOne }),
  });
  const output: Output = {
    format: 'json',
    isFormatExplicit: true,
    isTerminal: false,
    width: 80,
    paint: NO_COLOURS,
    note,
    progress() {},
    async answer(received, view) {
      const text = typeof received === 'string' ? received : received.body;
      answer.text = text;
      answer.value = typedAnswer(text, formOf(view));
    },
    async chunks(chunks, view) {
      const rows: AnswerValue[] = [];
      for await (const { value } of chunks)
        rows.push(...typedRows(Array.isArray(value) ? value : [value], view?.columns ?? []));
      answer.value = rows;
    },
    async value(value, view) {
      answer.value = typedValue(value, formOf(view));
    },
    async text(text) {
      answer.value = text;
    },
    async write(text) {
      written += text;
      const read = readJson(written);
      answer.value = read.ok ? typedValue(read.value, {}) : written;
    },
  };
  return { output, answer };
}

const plain = (text: string): string => text;
const NO_COLOURS: Paint = {
  bold: plain,
  dim: plain,
  red: plain,
  green: plain,
  yellow: plain,
  cyan: plain,
};
