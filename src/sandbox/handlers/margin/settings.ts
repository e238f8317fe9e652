/** Settings of margin accounts (public facts, Margin today). */
import type { User } from '../../engine/ledger/accounts.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { userOf } from '../account-values.ts';
import { requiredInteger } from '../request-values.ts';
import { accountOf, marginEngineOf } from './values.ts';

/** The request handlers by endpoint id. */
export const marginSettingHandlers: Readonly<Record<string, Handler>> = {
  'margin.bnb-burn.get': (call) => burnRecord(userOf(call)),
  'margin.bnb-burn.set': setBnbBurn,
  'margin.order-limits': orderLimits,
  'margin.max-leverage': (call) => {
    const engine = marginEngineOf(call);
    engine.setMaxLeverage(
      engine.accounts.getOrOpen(userOf(call)),
      requiredInteger(call, 'maxLeverage'),
      call.now,
    );
    return '{"success":true}';
  },
};

function orderLimits(call: SandboxCall): string {
  return JSON.stringify(call.exchange.spot.counts.usage(accountOf(call).trader.id, call.now));
}

function setBnbBurn(call: SandboxCall): string {
  const user = userOf(call);
  const [spot, interest] = ['spotBNBBurn', 'interestBNBBurn'].map((name) => call.params.get(name));
  if (spot !== undefined) user.paysCommissionInBnb = spot === 'true';
  if (interest !== undefined) user.paysInterestInBnb = interest === 'true';
  return burnRecord(user);
}

function burnRecord({ paysCommissionInBnb, paysInterestInBnb }: User): string {
  return JSON.stringify({
    spotBNBBurn: paysCommissionInBnb === true,
    interestBNBBurn: paysInterestInBnb === true,
  });
}
