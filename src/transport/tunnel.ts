/** The CONNECT tunnel through the proxy given with --proxy (RFC 9110, section 9.3.6). */
import type { Socket } from 'node:net';
import { usageError } from '../core/errors.ts';

/** The largest size of a proxy's answer to CONNECT, in bytes. */
const TUNNEL_HEAD_BYTES_MAX = 16_384;

/**
 * Parses the value of `--proxy`. Throws a usage error unless it is `http://host:port`. Proxy variables of the
 * environment are not used.
 */
export function parseProxy(text: string): URL {
  const hint = 'Write it as http://host:port, such as --proxy http://127.0.0.1:3128.';
  if (!URL.canParse(text)) throw usageError('--proxy must be an address.', hint);
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    throw usageError('--proxy must not hold a user name or a password.', hint);
  }
  if (url.protocol !== 'http:') {
    throw usageError(`--proxy must start with http://, found ${url.protocol}//.`, hint);
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw usageError('--proxy must end after the port: a proxy has no path.', hint);
  }
  return url;
}

/** Resolves when the proxy has opened the tunnel on this socket; rejects for any other answer. */
export function openTunnel(socket: Socket, host: string, port: number): Promise<void> {
  const target = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  return new Promise((resolve, reject) => {
    let head = '';
    const finish = (outcome: () => void) => {
      socket.off('data', onData);
      socket.off('close', onClose);
      socket.pause();
      outcome();
    };
    const onClose = () => finish(() => reject(new Error('the proxy closed the connection')));
    const onData = (chunk: Buffer) => {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end === -1 && head.length <= TUNNEL_HEAD_BYTES_MAX) return;
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1];
      if (end === -1 || status === undefined) {
        return finish(() => reject(new Error('the proxy did not answer with HTTP')));
      }
      if (!status.startsWith('2')) {
        return finish(() => reject(new Error(`the proxy answered ${status} to CONNECT`)));
      }
      // A TLS server sends nothing before the client's first message, so further bytes are not from the
      // server.
      if (head.length > end + 4) return finish(() => reject(new Error('the proxy sent more than an answer')));
      finish(resolve);
    };
    socket.on('data', onData);
    socket.on('close', onClose);
    socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`);
  });
}
