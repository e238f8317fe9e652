/** The parts of the OpenAPI document that do not follow from single endpoints. */
import { HEADERS, HTTP_STATUSES } from '../../catalogue/http.ts';
import { LIMITS } from '../../catalogue/limits.ts';
import type { Schema } from '../parameter-schema.ts';

/** How a signature is made, in words; the steps are those of `src/request/signature.ts` and `src/signing/`. */
export const SIGNATURE_STEPS =
  'The signature of a call. Encode the parameters as name=value pairs joined by "&", percent-encoded UTF-8 with a space as %20, in the order in which they are sent; append timestamp, the time of the call in milliseconds, and recvWindow if the default is not wanted. The signed text is the query as sent, followed by the body as sent, without a separator between them. The signature is: with an HMAC secret, HMAC-SHA256 of this text as hexadecimal digits; with an RSA key, the PKCS#1 v1.5 signature with SHA-256 in Base64; with an Ed25519 key, the Ed25519 signature in Base64. Base64 is percent-encoded. The signature is the last parameter of the query, or of the body if the call has one.';

const { recvWindowMin, recvWindowMax, recvWindowDefault, timestampAhead } = LIMITS;

/** The fields that a signed call has in addition to its own. */
export const SIGNING_FIELDS: Schema = {
  timestamp: {
    description: `The time of the call, in milliseconds. The exchange refuses a call that arrives later than recvWindow after this time, or whose time is ${timestampAhead.value} ms or more ahead of its own`,
    type: 'integer',
    format: 'int64',
  },
  recvWindow: {
    description: 'How long after its timestamp the call is valid, in milliseconds',
    type: 'integer',
    format: 'int64',
    minimum: recvWindowMin.value,
    maximum: recvWindowMax.value,
    default: recvWindowDefault.value,
  },
};

/** The same fields as parameters of a query. */
export const SIGNING_PARAMETERS: Schema = Object.fromEntries(
  Object.entries(SIGNING_FIELDS as Readonly<Record<string, Schema>>).map(
    ([name, { description, ...schema }]) => [
      name,
      { name, in: 'query', description, ...(name === 'timestamp' ? { required: true } : {}), schema },
    ],
  ),
);

/** References to these parameters. */
export const SIGNING_REFERENCES: readonly Schema[] = Object.keys(SIGNING_PARAMETERS).map((name) => ({
  $ref: `#/components/parameters/${name}`,
}));

/** The security schemes: every level but NONE needs the key, USER_DATA and TRADE also a signature. */
export const SECURITY_SCHEMES: Schema = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: HEADERS.apiKey.name,
    description: `${HEADERS.apiKey.about}.`,
  },
  signature: { type: 'apiKey', in: 'query', name: 'signature', description: SIGNATURE_STEPS },
};

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

function statusesText(first: string): string {
  return HTTP_STATUSES.filter(({ status }) => String(status).startsWith(first))
    .map(({ status, meaning }) => `${status}: ${meaning}`)
    .join('; ');
}

/** The answers to calls that were not carried out, or of which that is not known. */
export const RESPONSES: Schema = {
  Refused: {
    description: `The call was refused. x-errors of a call lists the codes that it is likely to meet. ${statusesText('4')}.`,
    headers: {
      [HEADERS.retryAfter.name]: { description: HEADERS.retryAfter.about, schema: { type: 'integer' } },
    },
    content: errorContent,
  },
  Unavailable: {
    description: `The exchange could not answer; an order or transfer may have been executed, so look it up before sending it again. ${statusesText('5')}.`,
    content: errorContent,
  },
};

/** What the document is. */
export const ABOUT: Schema = {
  title: 'The REST interface of the exchange',
  version: '1',
  summary: 'Derived from the catalogue of bourse by `npm run docs`',
  description: [
    'Each operation is an endpoint; its operationId is the name of the method in the library of bourse. Answers are described as they are on the wire: prices and amounts are text with all digits, times are Unix milliseconds, and numbers of orders and trades can exceed 2^53. Answers can have further fields.',
    'Parameters are sent in the query by GET and DELETE, in a form body by POST and PUT. If the two listings of the interface document differ, the wider bound applies and the description says how they differ. Bounds of decimals, and rules between parameters, are in the descriptions.',
    "x-weight is the request weight: a number, or the rule by which it follows from the arguments. x-effect is what a call changes: read, dry-run, write (orders and settings) or funds (moves money). x-security is the security level, x-origin where the call is from: the interface document, public facts, or today's interface. x-today lists how the public hosts differ from the interface document today. x-errors lists the codes of errors that a call is likely to meet.",
  ].join('\n\n'),
  license: { name: 'MIT', identifier: 'MIT' },
};
