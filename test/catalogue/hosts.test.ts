import { describe, expect, it } from 'vitest';
import { ALTERNATES, FAILOVER_HOSTS, findHost, HOSTS, type Host } from '../../src/catalogue/hosts.ts';

/** Every placeholder of the documents' tables of base addresses. */
const PLACEHOLDERS = [
  '{spot_url}',
  '{spot_alt_url_1}',
  '{spot_alt_url_2}',
  '{spot_alt_url_3}',
  '{spot_alt_url_4}',
  '{spot_gcp_url}',
  '{usdm_futures_url}',
  '{coinm_futures_url}',
  '{options_url}',
  '{spot_testnet_url}',
  '{futures_testnet_url}',
  '{options_testnet_url}',
  '{spot_ws_url}',
  '{market_data_ws_url}',
  '{ws_api_url}',
  '{ws_api_testnet_url}',
  '{usdm_ws_url}',
  '{coinm_ws_url}',
  '{usdm_testnet_ws_url}',
  '{options_ws_url}',
  '{web3_url}',
  '{icon_host}',
];

const hosts: readonly Host[] = HOSTS;
const documented = hosts.filter(({ origin }) => origin === undefined);

describe('the hosts', () => {
  it('have each base address placeholder of the interface document, and no other', () => {
    const named = documented.flatMap((host) => [
      host.placeholder,
      host.test?.placeholder ?? host.placeholder,
    ]);
    expect([...new Set(named)].sort()).toEqual([...PLACEHOLDERS].sort());
  });

  it('have unique names', () => {
    expect(new Set(hosts.map((host) => host.name)).size).toBe(hosts.length);
  });

  it('have TLS addresses without credentials, query or fragment', () => {
    for (const host of hosts) {
      for (const address of [...host.live, ...host.testnet]) {
        const url = new URL(address);
        expect(url.protocol, address).toBe(`${host.protocol}:`);
        expect([url.username, url.password, url.search, url.hash], address).toEqual(['', '', '', '']);
      }
    }
  });

  it('share no address between the live exchange and the testnet', () => {
    const live = new Set(hosts.flatMap((host) => host.live.map((address) => new URL(address).host)));
    for (const host of hosts) {
      for (const address of host.testnet) expect(live.has(new URL(address).host), address).toBe(false);
    }
  });

  it('fail over only to hosts that serve the same paths', () => {
    const targets = [
      ...Object.entries(FAILOVER_HOSTS).flatMap(([from, to]) =>
        (to ?? []).map((one) => [from, one] as const),
      ),
      ...Object.entries(ALTERNATES).flatMap(([from, to]) =>
        Object.values(to).map((one) => [from, one] as const),
      ),
    ];
    expect(targets.length).toBeGreaterThan(0);
    for (const [from, to] of targets)
      expect(findHost(to)?.pathPrefixes, to).toEqual(findHost(from)?.pathPrefixes);
  });

  it('are found by their exact name only', () => {
    expect(findHost('spot')?.placeholder).toBe('{spot_url}');
    expect(findHost('Spot')).toBeUndefined();
  });
});
