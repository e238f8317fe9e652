'use strict';
/**
 * Loaded into a program by `bourse sandbox run`, before the program's own code. With --sdk, connections to hosts of the
 * exchange lead to the sandbox instead, whatever client opens them. All other connections to the exchange fail, so that
 * nothing can reach the real one.
 *
 * Clients of the exchange speak TLS, by the modules https and fetch or by packages that open WebSockets. All of them end
 * in `tls.connect`, which is therefore the one function to replace. The sandbox speaks plain HTTP on loopback.
 */
const net = require('node:net');
const tls = require('node:tls');

/** The port of the sandbox by the host name of the exchange. */
const ports = new Map(Object.entries(JSON.parse(process.env.SANDBOX_PORTS ?? '{}')));
/** The domains of the exchange. */
const EXCHANGE = /(^|\.)binance(future|ops)?\.(com|vision|us|me)$/;

const connectSecurely = tls.connect;

tls.connect = function connect(...args) {
  const host = hostOf(args);
  const port = ports.get(host);
  if (port !== undefined)
    return plainSocket(
      Number(port),
      args.find((one) => typeof one === 'function'),
    );
  if (EXCHANGE.test(host)) {
    const why =
      ports.size > 0
        ? `The sandbox does not serve ${host}; bourse sandbox run keeps this program from connecting to it.`
        : `bourse sandbox run keeps this program from connecting to ${host}. With --sdk its connections lead to the sandbox; or let it use the addresses in SANDBOX_SPOT_URL and so on.`;
    throw new Error(why);
  }
  return connectSecurely.apply(this, args);
};

/** Returns the host name that the arguments of `tls.connect` ask for: options, or a port and a host. */
function hostOf(args) {
  const options = args.find((one) => typeof one === 'object' && one !== null) ?? {};
  const host =
    options.servername || options.host || options.hostname || args.find((one) => typeof one === 'string');
  return String(host ?? '').toLowerCase();
}

/** Opens a connection to the sandbox that looks like one over TLS. */
function plainSocket(port, listener) {
  const socket = net.connect({ port, host: '127.0.0.1' });
  Object.assign(socket, {
    encrypted: true,
    authorized: true,
    authorizationError: null,
    alpnProtocol: false,
    getSession: () => undefined,
    isSessionReused: () => false,
    getPeerCertificate: () => ({}),
    getProtocol: () => null,
    getCipher: () => ({}),
    setServername: () => {},
    setSession: () => {},
  });
  if (listener !== undefined) socket.once('secureConnect', listener);
  socket.once('connect', () => socket.emit('secureConnect'));
  return socket;
}
