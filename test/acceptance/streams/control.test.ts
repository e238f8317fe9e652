/** `bourse stream … --control`: lines on stdin change the streams, against the sandbox. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/app/world.ts';
import { startSandbox } from '../../../src/sandbox/process/serve.ts';
import { lines } from '../outcomes.ts';
import { bourse } from '../world.ts';

interface Line {
  readonly bourse?: string;
  readonly stream?: string;
  readonly answers?: readonly object[];
  readonly error?: { readonly kind: string; readonly message: string };
}

/** Runs a stream and types each control line after the reply to the previous one; ends after the last. */
async function typeControls(
  controls: readonly (string | object)[],
  on = 'spot',
  streams = 'btcusdt@bookTicker',
) {
  const sandbox = await startSandbox({ port: 0, seed: 1, clock: systemClock() });
  onTestFinished(() => sandbox.close());
  const ends = new AbortController();
  let seen = '';
  let checkReplies = () => {};
  const waitForReplies = (count: number) =>
    new Promise<void>((resolve) => {
      checkReplies = () => {
        if (seen.split('"bourse":"control"').length > count) resolve();
      };
      checkReplies();
    });
  async function* controlLines() {
    for (const [at, control] of controls.entries()) {
      yield `${typeof control === 'string' ? control : JSON.stringify(control)}\n`;
      await waitForReplies(at + 1);
    }
    ends.abort();
  }
  const outcome = await bourse(`stream raw ${streams} --on ${on} --control --records`, {
    clock: systemClock(),
    environment: {
      BOURSE_HOST_SPOT_WS: sandbox.hosts['spot-ws'],
      BOURSE_HOST_USDM_WS: sandbox.hosts['usdm-ws'],
    },
    stdin: controlLines(),
    interrupt: ends.signal,
    onWrite: (name, text) => {
      if (name === 'stdout') seen += text;
      checkReplies();
    },
  });
  const records = lines<Line>(outcome.stdout);
  return { ...outcome, records, controls: records.filter((line) => line.bourse === 'control') };
}

describe('bourse stream --control', () => {
  it.each(['spot', 'usdm'])('executes every control line of %s and writes a reply for each', async (on) => {
    const { code, controls } = await typeControls(
      [
        { id: 'a', subscribe: ['ethusdt@bookTicker', 'bnbusdt@aggTrade'] },
        { list: true },
        { unsubscribe: ['btcusdt@bookTicker'] },
        { list: true },
        { get: 'combined' },
        { set: { combined: false } },
        { get: 'combined' },
        { set: { combined: true } },
      ],
      on,
    );
    expect(code).toBe(0);
    expect(controls).toMatchObject([
      { id: 'a', subscribe: ['ethusdt@bookTicker', 'bnbusdt@aggTrade'], answers: [{ result: null }] },
      { answers: [{ result: ['btcusdt@bookTicker', 'ethusdt@bookTicker', 'bnbusdt@aggTrade'] }] },
      { answers: [{ result: null }], streams: ['ethusdt@bookTicker', 'bnbusdt@aggTrade'] },
      { answers: [{ result: ['ethusdt@bookTicker', 'bnbusdt@aggTrade'] }] },
      { answers: [{ result: true }] },
      { answers: [{ result: null }] },
      { answers: [{ result: false }] },
      { answers: [{ result: null }] },
    ]);
  });

  it('reports the fault of an invalid control line, and continues', async () => {
    const { code, controls } = await typeControls([
      'subscribe please',
      { subscribe: [] },
      { subscribe: ['no name'] },
      { subscribe: ['btcusdt@kline_60m'] },
      { set: { combined: 'yes' } },
      { subscribe: ['a@trade'], list: true },
      { list: true },
    ]);
    expect(code).toBe(0);
    for (const { error } of controls.slice(0, 6)) expect(error).toMatchObject({ kind: 'usage' });
    expect(controls[3]?.error).toMatchObject({ hint: expect.stringContaining('btcusdt@kline_1h') });
    expect(controls[6]).toMatchObject({ answers: [{ result: ['btcusdt@bookTicker'] }] });
  });

  it('continues after stdin ends, and refuses options that need a fixed list of streams', async () => {
    const sandbox = await startSandbox({ port: 0, seed: 1, clock: systemClock() });
    onTestFinished(() => sandbox.close());
    const options = {
      clock: systemClock(),
      environment: { BOURSE_HOST_SPOT_WS: sandbox.hosts['spot-ws'] },
      stdin: '{"list":true}\n',
    };
    const ended = await bourse('stream raw btcusdt@bookTicker --control --count 2', options);
    expect(ended.code).toBe(0);
    const messages = lines<Line>(ended.stdout).filter(({ stream }) => stream === 'btcusdt@bookTicker');
    expect(messages).toHaveLength(2);
    for (const other of ['--record a.ndjson.gz', '--watch', '--single'])
      expect((await bourse(`stream raw btcusdt@trade --control ${other}`, options)).code).toBe(2);
  });

  it('keeps the id of an invalid line, skips a line that is too long, and explains a missing reply', async () => {
    const { code, controls } = await typeControls([
      { id: 'x', subscribe: ['ethusdt@trade'], list: true },
      'a'.repeat(2_000_000),
      { id: 'y', unsubscribe: ['nothere@trade'] },
      { id: 'z', list: true },
    ]);
    expect(code).toBe(0);
    expect(controls).toMatchObject([
      { id: 'x', error: { kind: 'usage' } },
      { id: null, error: { kind: 'usage' } },
      { id: 'y', answers: [], unchanged: ['nothere@trade'], why: 'nothing to change' },
      { id: 'z', answers: [{ result: ['btcusdt@bookTicker'] }] },
    ]);
  });
});
