/**
 * Account and positions of the v3 endpoints, which list only positions in use (public facts, USD-M trading;
 * fields are a choice where none are public).
 */
import { type PositionValue, withdrawableAmount } from '../../engine/futures/accounts.ts';
import { adlQuantile } from '../../engine/futures/margin-rules.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { userOf } from '../account-values.ts';
import { allMargins, assetRecords, totalMargins, totalsOf } from './account.ts';
import { engineOf } from './engines.ts';
import { accountPosition, riskRecord } from './positions.ts';
import { contractOf, rateText } from './values.ts';

/** The request handlers by endpoint id. */
export const futuresAccountV3Handlers: Readonly<Record<string, Handler>> = {
  'usdm.account-v3': account,
  'usdm.position-risk-v3': positionRisk,
};

function account(call: SandboxCall): string {
  const margins = allMargins(call);
  const positions = positionsInUse(call).map((valued) => {
    const { symbol, positionSide, positionAmt, unrealizedProfit, initialMargin, maintMargin, updateTime } =
      accountPosition(call, valued);
    const { isolatedMargin, isolatedWallet, notional } = riskFields(call, valued);
    return {
      symbol,
      positionSide,
      positionAmt,
      unrealizedProfit,
      isolatedMargin,
      notional,
      isolatedWallet,
      initialMargin,
      maintMargin,
      updateTime,
    };
  });
  const total = totalMargins(call);
  return JSON.stringify({
    ...totalsOf(total),
    maxWithdrawAmount: rateText(withdrawableAmount(total)),
    assets: assetRecords(call, margins),
    positions,
  });
}

function positionRisk(call: SandboxCall): string {
  const only = call.params.has('symbol') ? contractOf(call) : undefined;
  const rows = positionsInUse(call).filter(
    ({ position }) => only === undefined || position.contract === only,
  );
  return JSON.stringify(rows.map((valued) => riskRecordV3(call, valued)));
}

function riskRecordV3(call: SandboxCall, valued: PositionValue) {
  const listed = accountPosition(call, valued);
  return {
    ...riskFields(call, valued),
    marginAsset: valued.position.contract.settleAsset,
    initialMargin: listed.initialMargin,
    maintMargin: listed.maintMargin,
    positionInitialMargin: listed.positionInitialMargin,
    openOrderInitialMargin: listed.openOrderInitialMargin,
    adl: adlQuantile(valued.unrealized, valued.initial),
    bidNotional: 'bidNotional' in listed ? listed.bidNotional : rateText(0n),
    askNotional: 'askNotional' in listed ? listed.askNotional : rateText(0n),
  };
}

/** Returns the risk fields of a position without leverage and margin type, which v3 does not send. */
function riskFields(call: SandboxCall, valued: PositionValue) {
  const {
    leverage: _leverage,
    marginType: _type,
    isAutoAddMargin: _adds,
    maxNotionalValue: _most,
    ...rest
  } = { maxNotionalValue: '', notional: '', ...riskRecord(call, valued) };
  return rest;
}

/** Returns the positions of the user that are not empty or have open orders. */
function positionsInUse(call: SandboxCall): readonly PositionValue[] {
  const { accounts, market } = engineOf(call);
  const user = userOf(call);
  return market
    .tradingContracts(call.now)
    .flatMap((contract) => accounts.positions.positionsInContract(user, contract))
    .filter((position) => position.lots !== 0 || accounts.ordersOfPosition(position).length > 0)
    .map((position) => accounts.valuePosition(position, call.now));
}
