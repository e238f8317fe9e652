/** Answers of the right status with contents that no exchange sends: each ends in exit code 5 and a sentence. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { failure } from '../outcomes.ts';
import { startRelay } from '../relay.ts';
import { bourse, NOW } from '../world.ts';

const KEY = 'K3y'.repeat(21);
const KEYS = { BOURSE_API_KEY: KEY, BOURSE_API_SECRET: 'S3cret'.repeat(10) };

/** Runs a command against an exchange that answers every request but that of its clock with this body. */
async function runWith(body: string | ((query: string) => string), line: string) {
  const relay = await startRelay('http://127.0.0.1:1');
  onTestFinished(() => relay.close());
  relay.setAction(({ path, query }) => ({
    status: 200,
    body: path.endsWith('/time') ? `{"serverTime":${NOW}}` : typeof body === 'string' ? body : body(query),
  }));
  const hosts = [`--host=spot=${relay.origin}`, `--host=usdm=${relay.origin}`];
  return bourse([...line.split(' '), ...hosts], { environment: KEYS });
}

const DEEP = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
const CANDLE = (price: string) =>
  `[[1710504000000,"${price}","2","1","1.5","1",1710507599999,"1",1,"1","1","0"]]`;

describe('an answer', () => {
  it.each([
    ['{"lastUpdateId":1,"bids":[],"asks":[1,null]}', 'market depth BTCUSDT -o table'],
    ['{"lastUpdateId":1,"bids":[],"asks":[1,null]}', 'market depth BTCUSDT -o csv'],
    ['{"lastUpdateId":1,"bids":7,"asks":[]}', 'market depth BTCUSDT -o table'],
    [DEEP, 'market ticker price BTCUSDT -o table'],
    [DEEP, 'market ticker price BTCUSDT -o csv'],
    [DEEP, 'account info -o table'],
    [DEEP, 'market klines BTCUSDT 1h -o table'],
    [CANDLE('abc'), 'market klines BTCUSDT 1h --chart'],
    [CANDLE('1e999999999'), 'market klines BTCUSDT 1h --chart'],
    ['[{"fundingTime":1,"fundingRate":"x"}]', 'market funding-rate BTCUSDT --chart'],
  ])('%.60s of %s is no answer of the exchange', async (body, line) => {
    const error = failure(await runWith(body, line));
    expect(error).toMatchObject({ kind: 'unavailable', exitCode: 5 });
    expect(error.message).toMatch(/answer/i);
  });

  it('of status 200 that repeats the request is shown without key and signature', async () => {
    const { code, stdout } = await runWith(
      (query) => JSON.stringify([{ symbol: 'BTCUSDT', note: `${KEY}?${query}` }]),
      'trade open-orders BTCUSDT -o json',
    );
    expect(code).toBe(0);
    expect(stdout).toContain('BTCUSDT');
    expect(stdout).not.toMatch(/(?:K3y){5}|signature=[0-9a-f]{8}/);
  });
});

it.each(['toString', '__proto__', 'constructor'])(
  'completion for the shell %s is a usage error',
  async (shell) => {
    expect(failure(await bourse(['completion', shell]))).toMatchObject({ exitCode: 2 });
  },
);
