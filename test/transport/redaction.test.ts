/** Secrets of a request in the text of its answer, in the forms in which a page repeats them. */
import { expect, it } from 'vitest';
import { redact } from '../../src/transport/redaction.ts';
import { orderRequest } from './requests.ts';

/** A signature in Base64, as RSA and Ed25519 keys make them, and what a page of HTML makes of it. */
const SIGNATURE = 'ab+/cd+/ef==';
const FORMS = {
  'as it was sent': encodeURIComponent(SIGNATURE),
  'decoded once': SIGNATURE,
  'as a page of HTML shows it if it was sent unencoded': 'ab&#43;&#47;cd&#43;&#47;ef&#61;&#61;',
};

it.each(Object.entries(FORMS))('a signature %s is replaced', (_, form) => {
  const sent = form === FORMS['as it was sent'] ? form : SIGNATURE;
  const body = form === SIGNATURE ? encodeURIComponent(SIGNATURE) : sent;
  const request = orderRequest({ body: `symbol=BTCUSDT&signature=${body}` });
  expect(redact(`Blocked: ${form}.`, request)).toBe('Blocked: ***.');
});

it.each(['X-MBX-APIKEY', 'x-mbx-apikey', 'Authorization'])('the header %s is replaced', (name) => {
  const request = orderRequest({ headers: { [name]: 'key-of-a-test' } });
  expect(redact('Blocked: key-of-a-test', request)).toBe('Blocked: ***');
});

it('a listen key in the query is replaced, and other parameters are not', () => {
  const request = orderRequest({ query: 'symbol=BTCUSDT&listenKey=abcdefghij', body: undefined });
  expect(redact('symbol=BTCUSDT listenKey=abcdefghij', request)).toBe('symbol=BTCUSDT listenKey=***');
});

it('the longest form is replaced first, so that nothing of it remains', () => {
  const request = orderRequest({ headers: { 'X-MBX-APIKEY': 'abcdef' }, body: 'signature=abcdefghi' });
  expect(redact('abcdefghi abcdef', request)).toBe('*** ***');
});
