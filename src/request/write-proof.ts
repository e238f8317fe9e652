/** Decides whether an answer of status 2xx proves that a write was done. */
import type { ProofFields, WriteProof } from '../catalogue/write-types.ts';
import { isSameNumber } from '../core/decimal.ts';
import { readJson } from '../core/json.ts';
import { ExactNumber, isObject, type JsonObject, type JsonValue } from '../core/words.ts';
import { decodeQuery } from './encode.ts';
import type { PreparedRequest } from './types.ts';

/** The verdict on an answer: it proves the write, refuses the write, or proves nothing. */
export type ProofVerdict =
  | { readonly is: 'proved' }
  /**
   * The answer states that nothing was done; `says` is the documented value that states it, such as
   * "orderStatus FAIL".
   */
  | { readonly is: 'refused'; readonly says: string }
  /**
   * The answer does not prove the write; `lacks` completes the sentence "The answer …", such as "has no
   * tranId".
   */
  | { readonly is: 'unproved'; readonly lacks: string };

/** A write with the parameters that were sent. */
export type ProvableWrite = Pick<PreparedRequest, 'proof' | 'query' | 'body'>;

const PROVED = { is: 'proved' } as const satisfies ProofVerdict;

/**
 * Returns whether the body of an answer proves a write. For a path outside the catalogue, which has no
 * declared proof, every body proves the write that is not empty and reports no failure.
 */
export function judgeProof(write: ProvableWrite, value: JsonValue): ProofVerdict {
  const { proof } = write;
  if (proof === undefined) return judgeUnknown(value);
  const sent = sentParams(write);
  switch (proof.by) {
    case 'fields':
      return judgeForms(proof.forms, value, sent);
    case 'rows':
      return judgeRows(proof.forms, value, sent);
    case 'results':
      return judgeResults(proof, value, sent);
    case 'empty-object':
      return judgeEmpty(proof, value, sent);
  }
}

/** Returns whether one result of a batch proves that its element of the request was done. */
export function provesElement(write: ProvableWrite, row: JsonValue, index: number): boolean {
  const { proof } = write;
  if (proof?.by !== 'results') throw new RangeError('the write has no list of results');
  const element = elementsOf(proof, sentParams(write))[index];
  return element !== undefined && judgeFields(proof.form, row, element).is === 'proved';
}

type Sent = ReadonlyMap<string, string>;

/** Returns the parameters that were sent, in the query or in the body. */
function sentParams({ query, body }: ProvableWrite): Sent {
  return new Map([...decodeQuery(query), ...decodeQuery(body ?? '')]);
}

function judgeForms(forms: readonly ProofFields[], value: JsonValue, sent: Sent): ProofVerdict {
  const verdicts = forms.map((form) => judgeFields(form, value, sent));
  return (
    verdicts.find(({ is }) => is === 'proved') ??
    verdicts.find(({ is }) => is === 'refused') ??
    verdicts[0] ??
    unproved('has no known form')
  );
}

function judgeRows(forms: readonly ProofFields[], value: JsonValue, sent: Sent): ProofVerdict {
  if (!Array.isArray(value) || value.length === 0) return unproved('is no list of what was done');
  const rows = (value as readonly JsonValue[]).map((row) => judgeForms(forms, row, sent));
  return rows.find(({ is }) => is !== 'proved') ?? PROVED;
}

function judgeResults(
  proof: Extract<WriteProof, { readonly by: 'results' }>,
  value: JsonValue,
  sent: Sent,
): ProofVerdict {
  const elements = elementsOf(proof, sent);
  if (!Array.isArray(value) || value.length !== elements.length || elements.length === 0)
    return unproved('is no list with a result for each order');
  // Each order of a batch is done or refused on its own, so one order without a clear result does not put the
  // others in doubt.
  const isAnswered = (value as readonly JsonValue[]).some(
    (row, index) => isRefusal(row) || judgeFields(proof.form, row, elements[index]!).is === 'proved',
  );
  return isAnswered ? PROVED : unproved('has no result of any order');
}

/** Returns whether a result of a batch is a refusal: it has a negative code and a message. */
function isRefusal(row: JsonValue): boolean {
  return (
    isObject(row) && typeof row['code'] === 'number' && row['code'] < 0 && typeof row['msg'] === 'string'
  );
}

/** Returns the parameters of each element of the list that a batch sent. */
function elementsOf({ of }: Extract<WriteProof, { readonly by: 'results' }>, sent: Sent): readonly Sent[] {
  const param = of.find((name) => sent.has(name));
  const list = param === undefined ? undefined : readJson(sent.get(param)!);
  if (param === undefined || list?.ok !== true || !Array.isArray(list.value)) return [];
  return (list.value as readonly JsonValue[]).map((element) =>
    isObject(element)
      ? new Map(Object.entries(element).map(([name, value]) => [name, textOf(value) ?? '']))
      : new Map([[param, textOf(element) ?? '']]),
  );
}

function judgeEmpty(
  { or }: Extract<WriteProof, { readonly by: 'empty-object' }>,
  value: JsonValue,
  sent: Sent,
): ProofVerdict {
  if (isObject(value) && Object.keys(value).length === 0) return PROVED;
  return or === undefined ? unproved('is not {}') : judgeFields(or, value, sent);
}

function judgeFields(form: ProofFields, value: JsonValue, sent: Sent): ProofVerdict {
  const found = form.at === undefined ? value : memberAt(value, form.at);
  if (Array.isArray(found)) {
    const rows = (found as readonly JsonValue[]).map((row) => judgeObject(form, row, sent));
    return (
      rows.find(({ is }) => is === 'proved') ??
      rows[0] ??
      unproved(`has an empty list ${form.at ?? ''}`.trim())
    );
  }
  return judgeObject(form, found, sent);
}

function judgeObject(form: ProofFields, value: JsonValue | undefined, sent: Sent): ProofVerdict {
  if (!isObject(value)) return unproved(form.at === undefined ? 'is no object' : `has no ${form.at}`);
  const says = refusalOf(form, value);
  if (says !== undefined) return { is: 'refused', says };
  const lacks =
    lackingEcho(form, value, sent) ??
    lackingElement(form, value, sent) ??
    lackingValue(form, value) ??
    lackingId(form, value);
  return lacks === undefined ? PROVED : unproved(lacks);
}

function refusalOf({ refusedBy = {} }: ProofFields, value: JsonObject): string | undefined {
  const found = Object.entries(refusedBy).find(([field, values]) => hasValue(value, field, values));
  return found === undefined ? undefined : `${found[0]} ${textOf(memberAt(value, found[0]))}`;
}

/**
 * Returns what is wrong with the fields of an answer that should repeat sent values; undefined if nothing is.
 */
function lackingEcho(
  { echoes = {}, mayEcho = {}, amounts = {} }: ProofFields,
  value: JsonObject,
  sent: Sent,
): string | undefined {
  const isSent = ([param]: readonly [string, string]) => sent.has(param);
  const repeats = (isSame: (wanted: string, shown: string) => boolean) => {
    return ([param, field]: readonly [string, string]) => {
      const shown = textOf(memberAt(value, field));
      return shown !== undefined && isSame(sent.get(param)!, shown);
    };
  };
  const isEcho = repeats((wanted, shown) => wanted === shown);
  const isAmount = repeats((wanted, shown) => wanted === shown || isSameNumber(wanted, shown));
  const expected = Object.entries(echoes).filter(isSent);
  if (Object.keys(echoes).length > 0 && expected.length === 0) return 'repeats nothing that was sent';
  const absent =
    expected.find((one) => !isEcho(one)) ??
    Object.entries(amounts).find((one) => isSent(one) && !isAmount(one));
  if (absent !== undefined) return `does not repeat ${absent[1]}`;
  const other = Object.entries(mayEcho).find(
    (one) => isSent(one) && memberAt(value, one[1]) !== undefined && !isEcho(one),
  );
  return other === undefined ? undefined : `has another ${other[1]}`;
}

function lackingElement({ contains = {} }: ProofFields, value: JsonObject, sent: Sent): string | undefined {
  const absent = Object.entries(contains).find(([param, field]) => {
    const shown = memberAt(value, field);
    const wanted = (sent.get(param) ?? '').split(',');
    return !Array.isArray(shown) || !shown.some((one) => typeof one === 'string' && wanted.includes(one));
  });
  return absent === undefined ? undefined : `names no ${absent[1]} that were sent`;
}

function lackingValue({ values = {} }: ProofFields, value: JsonObject): string | undefined {
  const found = Object.entries(values).find(([field, wanted]) => !hasValue(value, field, wanted));
  return found === undefined ? undefined : `has no ${found[0]} ${found[1].join(' or ')}`;
}

function lackingId({ holds = [] }: ProofFields, value: JsonObject): string | undefined {
  const absent = holds.find((field) => !isId(memberAt(value, field)));
  return absent === undefined ? undefined : `has no ${absent}`;
}

function hasValue(value: JsonObject, field: string, wanted: readonly string[]): boolean {
  const shown = textOf(memberAt(value, field));
  return shown !== undefined && wanted.includes(shown);
}

/**
 * Returns whether a value can be an id or a key: text that is not empty, or an integer that is not negative.
 */
function isId(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return (typeof value === 'bigint' || Number.isInteger(value)) && (value as number | bigint) >= 0;
}

/** Returns the own member at a path such as "newOrderResponse.clientOrderId". */
function memberAt(value: JsonValue | undefined, path: string): JsonValue | undefined {
  let at = value;
  for (const name of path.split('.')) {
    if (!isObject(at) || !Object.hasOwn(at, name)) return undefined;
    at = at[name];
  }
  return at;
}

function textOf(value: JsonValue | undefined): string | undefined {
  const isPlain =
    ['string', 'number', 'bigint', 'boolean'].includes(typeof value) || value instanceof ExactNumber;
  return isPlain ? String(value) : undefined;
}

/** The values of `code` that report success (public facts: futures, options, fiat and mining). */
const SUCCESS_CODES: readonly string[] = ['0', '200', '000000'];

/** Returns the verdict on the answer of a path outside the catalogue, whose fields are not known. */
function judgeUnknown(value: JsonValue): ProofVerdict {
  const isEmpty = Array.isArray(value)
    ? value.length === 0
    : !isObject(value) || Object.keys(value).length === 0;
  if (isEmpty) return unproved('is empty or a plain value');
  if (!isObject(value)) return PROVED;
  if (value['success'] === false) return unproved('says success false');
  const code = textOf(value['code']);
  const isFailure = code !== undefined && !SUCCESS_CODES.includes(code);
  return isFailure ? unproved(`has the code ${code}`) : PROVED;
}

function unproved(lacks: string): ProofVerdict {
  return { is: 'unproved', lacks };
}
