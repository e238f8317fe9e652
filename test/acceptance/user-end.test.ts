/** How `bourse stream user` ends: the listen key is closed, whoever ends it. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/app/world.ts';
import { startSandbox } from '../../src/sandbox/serve.ts';
import { bourse } from './world.ts';

describe('bourse stream user', () => {
  it.each(['spot', 'usdm', 'margin'])('ended with Ctrl-C closes its listen key of %s', async (on) => {
    const sandbox = await startSandbox({ port: 0, seed: 1, clock: systemClock() });
    onTestFinished(() => sandbox.close());
    const ends = new AbortController();
    const { code, stderr } = await bourse(`stream user --on ${on} --transport listen-key`, {
      clock: systemClock(),
      environment: {
        BOURSE_ENV: 'sandbox',
        BOURSE_HOST_SPOT: sandbox.hosts.spot,
        BOURSE_HOST_USDM: sandbox.hosts.usdm,
        BOURSE_HOST_SPOT_WS: sandbox.hosts['spot-ws'],
        BOURSE_HOST_USDM_WS: sandbox.hosts['usdm-ws'],
        BOURSE_API_KEY: sandbox.apiKey,
        BOURSE_API_SECRET: sandbox.apiSecret,
      },
      interrupt: ends.signal,
      onWrite: (_name, text) => {
        if (text.includes('"kind":"account"')) ends.abort();
      },
    });
    expect(code).toBe(0);
    expect(stderr).not.toContain('stays open');
    expect(stderr).toContain('1 subscription');
  });
});
