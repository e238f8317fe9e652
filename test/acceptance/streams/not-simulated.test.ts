/** A stream that the sandbox does not simulate once sent nothing, and the command ended with exit code 0. */
import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { systemClock } from '../../../src/app/world.ts';
import { STREAMS } from '../../../src/catalogue/streams.ts';
import { startSandbox } from '../../../src/sandbox/process/serve.ts';
import { isSimulated } from '../../../src/sandbox/streams/feeds.ts';
import { bourse } from '../world.ts';

const SENTENCE =
  'This operation is not supported. The sandbox does not simulate the stream btcusdt@referencePrice.';

it('is named with the sentence that an endpoint uses', async () => {
  const ends = new AbortController();
  const { stderr } = await bourse(
    'stream raw btcusdt@referencePrice btcusdt@trade --force --env sandbox --for 20s',
    {
      clock: systemClock(),
      interrupt: ends.signal,
      onWrite: (_name, text) => {
        if (text.includes('Not listed')) ends.abort();
      },
    },
  );
  expect(stderr).toContain(`Not listed by the exchange: btcusdt@referencePrice: ${SENTENCE}`);
});

it('is answered with an error on the wire, and listed nowhere', async () => {
  const sandbox = await startSandbox({ port: 0, seed: 1, clock: systemClock() });
  onTestFinished(() => sandbox.close());
  const socket = new WebSocket(`${sandbox.hosts['spot-ws']}/ws`);
  const answers: unknown[] = [];
  await new Promise<void>((resolve) => {
    socket.on('open', () => {
      socket.send('{"method":"SUBSCRIBE","params":["btcusdt@referencePrice","btcusdt@avgPrice"],"id":1}');
      socket.send('{"method":"LIST_SUBSCRIPTIONS","id":2}');
    });
    socket.on('message', (data) => {
      const answer = JSON.parse(String(data)) as { id?: number };
      if (answer.id === undefined) return;
      if (answers.push(answer) === 2) resolve();
    });
  });
  socket.terminate();
  expect(answers).toEqual([
    { code: -1020, msg: SENTENCE, id: 1 },
    { result: ['btcusdt@avgPrice'], id: 2 },
  ]);
});

it('is one of the catalogue only with its reason, which stands in the documentation', () => {
  const documentation = readFileSync(new URL('../../../docs/sandbox.md', import.meta.url), 'utf8');
  const withReason = STREAMS.filter(({ unsimulated }) => unsimulated !== undefined);
  expect(STREAMS.filter((stream) => !isSimulated(stream))).toEqual(withReason);
  for (const { name, unsimulated } of withReason) {
    expect(documentation).toContain(`\`${name}\``);
    expect(documentation).toContain(unsimulated);
  }
});
