/**
 * Fault 14: The address of the exchange is unencrypted, or has a user name, a query or a path.
 *
 * Nothing is sent; exit code 2. Unencrypted http is allowed to loopback only.
 */
import { expect, it } from 'vitest';
import { failure } from '../../acceptance/outcomes.ts';
import { ORDER, READ, runAt } from '../fault-exchange.ts';

it.each([
  'http://example.com',
  'http://10.0.0.1:8080',
  'http://127.0.0.1.evil.example',
  'https://user:CanaryPassword@example.com',
  'https://example.com/?token=1',
  'https://example.com/#fragment',
  'ftp://example.com',
  'file:///etc/passwd',
])('%s is refused before anything is sent: exit 2', async (address) => {
  for (const line of [READ, ORDER]) {
    const outcome = await runAt(address, line);
    expect(failure(outcome)).toMatchObject({ kind: 'usage', exitCode: 2 });
    expect(outcome.stderr).not.toContain('CanaryPassword');
  }
});
