import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { KeepAlive } from '../../../src/sandbox/streams/keep-alive.ts';

describe('a connection that answers no ping', () => {
  it('ends even if the exchange clock, which pings carry, stands still', () => {
    const said: string[] = [];
    const socket = {
      ping: () => said.push('ping'),
      close: (code: number) => said.push(`close ${code}`),
      terminate: () => said.push('terminate'),
    } as unknown as WebSocket;
    const keepAlive = new KeepAlive(socket, { pingMs: 20, pongMs: 60, lifeMs: 1000 }, 0);
    for (const now of [20, 40, 60, 79, 80]) keepAlive.tick(now, 'the same');
    expect(said).toEqual(['ping', 'ping', 'ping', 'close 1008', 'terminate']);
  });
});
