/**
 * Account and symbol settings of futures: position mode, leverage, margin type, isolated margin (public
 * facts).
 */
import { decimalOf } from '../../../core/decimal.ts';
import type { Contract } from '../../engine/futures/contracts.ts';
import { maxOf, minOf } from '../../engine/futures/integer-math.ts';
import { notionalMax } from '../../engine/futures/margin-rules.ts';
import { setMultiAssetsMode } from '../../engine/futures/multi-assets.ts';
import type { FuturesPosition, PositionSide } from '../../engine/futures/orders.ts';
import { amountOf } from '../../engine/ledger/amounts.ts';
import { createRefusal } from '../../engine/refusal.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { userOf } from '../account-values.ts';
import { requiredInteger } from '../request-values.ts';
import { engineOf, FUTURES } from './engines.ts';
import { orderRateLimits } from './exchange-info.ts';
import { contractOf, marketOf, rateText } from './values.ts';

const SUCCESS = '{"code":200,"msg":"success"}';

/** The request handlers of USD-M and COIN-M futures by endpoint id. */
export const futuresSettingHandlers: Readonly<Record<string, Handler>> = {
  'usdm.position-mode': positionMode,
  'usdm.position-mode.set': setPositionMode,
  'usdm.assets-mode': assetsMode,
  'usdm.assets-mode.set': setAssetsMode,
  'usdm.fee-burn': feeBurn,
  'usdm.fee-burn.set': setFeeBurn,
  'usdm.order-limits': orderLimits,
  'usdm.account-config': accountConfig,
  'usdm.symbol-config': symbolConfig,
  'usdm.leverage': setLeverage,
  'usdm.margin-type': setMarginType,
  'usdm.position-margin': changeMargin,
  'coinm.leverage': setLeverage,
  'coinm.margin-type': setMarginType,
  'coinm.position-margin': changeMargin,
  'coinm.position-mode': positionMode,
  'coinm.position-mode.set': setPositionMode,
};

function positionMode(call: SandboxCall): string {
  return `{"dualSidePosition":${engineOf(call).accounts.positions.isHedgeMode(userOf(call))}}`;
}

function assetsMode(call: SandboxCall): string {
  return `{"multiAssetsMargin":${engineOf(call).accounts.modes.isMultiAssets(userOf(call))}}`;
}

function setAssetsMode(call: SandboxCall): string {
  const isMultiAssets = call.params.get('multiAssetsMargin') === 'true';
  setMultiAssetsMode(engineOf(call), userOf(call), isMultiAssets, call.now);
  return SUCCESS;
}

function feeBurn(call: SandboxCall): string {
  return `{"feeBurn":${engineOf(call).accounts.modes.paysFeesInBnb(userOf(call))}}`;
}

function setFeeBurn(call: SandboxCall): string {
  engineOf(call).accounts.modes.setFeeBurn(userOf(call), call.params.get('feeBurn') === 'true');
  return SUCCESS;
}

/** Returns the order limits that the gate applies. */
function orderLimits(call: SandboxCall): string {
  return JSON.stringify(orderRateLimits(call, marketOf(call).product));
}

function accountConfig(call: SandboxCall): string {
  const user = userOf(call);
  return JSON.stringify({
    feeTier: 0,
    canTrade: true,
    canDeposit: true,
    canWithdraw: true,
    dualSidePosition: engineOf(call).accounts.positions.isHedgeMode(user),
    updateTime: user.updateTime,
    multiAssetsMargin: engineOf(call).accounts.modes.isMultiAssets(user),
    tradeGroupId: -1,
  });
}

function symbolConfig(call: SandboxCall): string {
  const { accounts, market } = engineOf(call);
  const user = userOf(call);
  const contracts = call.params.has('symbol') ? [contractOf(call)] : market.tradingContracts(call.now);
  const rows = contracts.map((contract) => {
    const { leverage, isIsolated } = accounts.positions.get(user, contract, 'BOTH').settings;
    return {
      symbol: contract.name,
      marginType: isIsolated ? 'ISOLATED' : 'CROSSED',
      isAutoAddMargin: false,
      leverage,
      maxNotionalValue: rateText(notionalMax(contract, leverage)),
    };
  });
  return JSON.stringify(rows);
}

/**
 * Sets the position mode of all contracts of both products; throws while the user has open positions or orders in
 * either (today's interface: one setting for both).
 */
function setPositionMode(call: SandboxCall): string {
  const user = userOf(call);
  const isHedged = call.params.get('dualSidePosition') === 'true';
  if (engineOf(call).accounts.positions.isHedgeMode(user) === isHedged)
    throw createRefusal(-4059, 'No need to change position side.');
  const allAccounts = FUTURES.map((key) => call.exchange.engines.get(key).accounts);
  if (allAccounts.some((accounts) => accounts.openOrders(user).length > 0)) {
    throw createRefusal(-4067, 'Position side cannot be changed if there exists open orders.');
  }
  if (allAccounts.some(({ positions }) => positions.openPositions(user).length > 0)) {
    throw createRefusal(-4068, 'Position side cannot be changed if there exists position.');
  }
  for (const { positions } of allAccounts) positions.setHedgeMode(user, isHedged);
  return SUCCESS;
}

function setLeverage(call: SandboxCall): string {
  const engine = engineOf(call);
  const user = userOf(call);
  const contract = contractOf(call);
  const leverage = requiredInteger(call, 'leverage');
  const { positions } = engine.accounts;
  const sides = positions.positionsInContract(user, contract);
  const settings = positions.mutableSettings(user, contract);
  const maximum = notionalMax(contract, leverage);
  if (maximum === 0n) throw createRefusal(-4028, `Leverage \`${leverage}\` is not valid`);
  if (settings.isIsolated && leverage < settings.leverage && sides.some(({ lots }) => lots !== 0)) {
    throw createRefusal(
      -4150,
      'Leverage reduction is not supported in Isolated Margin Mode with open positions.',
    );
  }
  if (sides.some((position) => engine.accounts.valuePosition(position, call.now).notional > maximum)) {
    throw createRefusal(-2027, 'Exceeded the maximum allowable position at current leverage.');
  }
  if (leverage < settings.leverage) assertAffordable(call, sides, leverage);
  settings.leverage = leverage;
  engine.refreshMargin(user, contract, call.now);
  engine.userEvents.emitLeverageUpdate(user, contract, leverage, call.now);
  const maximumField = contract.isInverse
    ? { maxQty: rateText(maximum) }
    : { maxNotionalValue: rateText(maximum) };
  return JSON.stringify({ leverage, ...maximumField, symbol: contract.name });
}

/** Throws -2028 if the available margin does not cover the larger margin that a lower leverage needs. */
function assertAffordable(call: SandboxCall, sides: readonly FuturesPosition[], leverage: number): void {
  const { accounts } = engineOf(call);
  const { user, contract, settings } = sides[0]!;
  const additional = sides
    .map((position) => accounts.maxExposure(position, call.now))
    .reduce((sum, one) => sum + one / BigInt(leverage) - one / BigInt(settings.leverage), 0n);
  if (accounts.marginsOf(user, contract.settleAsset, call.now).available < additional) {
    throw createRefusal(-2028, 'Leverage is smaller than permitted: insufficient margin balance.');
  }
}

function setMarginType(call: SandboxCall): string {
  const { accounts, userEvents } = engineOf(call);
  const user = userOf(call);
  const contract = contractOf(call);
  const isIsolated = call.params.get('marginType') === 'ISOLATED';
  const settings = accounts.positions.mutableSettings(user, contract);
  if (settings.isIsolated === isIsolated) throw createRefusal(-4046, 'No need to change margin type.');
  if (isIsolated && accounts.modes.isMultiAssets(user)) {
    throw createRefusal(-4168, 'Unable to adjust to isolated-margin mode under the Multi-Assets mode.');
  }
  if (accounts.openOrders(user, contract).length > 0) {
    throw createRefusal(-4047, 'Margin type cannot be changed if there exists open orders.');
  }
  if (accounts.positions.positionsInContract(user, contract).some(({ lots }) => lots !== 0)) {
    throw createRefusal(-4048, 'Margin type cannot be changed if there exists position.');
  }
  settings.isIsolated = isIsolated;
  const sides = accounts.positions.positionsInContract(user, contract);
  userEvents.emitAccountUpdate(user, 'MARGIN_TYPE_CHANGE', contract.settleAsset, sides, call.now, 0n);
  return SUCCESS;
}

/** Adds margin to an isolated position, or removes margin above its initial margin. */
function changeMargin(call: SandboxCall): string {
  const engine = engineOf(call);
  const user = userOf(call);
  const contract: Contract = contractOf(call);
  const type = requiredInteger(call, 'type');
  const wire = call.params.get('amount') ?? '';
  const amount = amountOf(decimalOf(wire));
  if (amount === undefined)
    throw createRefusal(-1111, 'Precision is over the maximum defined for this asset.');
  const { positions } = engine.accounts;
  const side = (call.params.get('positionSide') ?? 'BOTH') as PositionSide;
  if ((side === 'BOTH') === positions.isHedgeMode(user)) throw createRefusal(-4060, 'Invalid position side.');
  const position = positions.getOrCreate(user, contract, side);
  if (!position.settings.isIsolated)
    throw createRefusal(-4049, 'Add margin only support for isolated position.');
  if (position.lots === 0) throw createRefusal(-4054, 'Cannot add position margin: position is 0.');
  const { initial, unrealized } = engine.accounts.valuePosition(position, call.now);
  const { available } = engine.accounts.marginsOf(user, contract.settleAsset, call.now);
  if (type === 1 && amount > available) throw createRefusal(-4050, 'Cross balance insufficient.');
  const removable = maxOf(0n, position.margin + minOf(0n, unrealized) - initial);
  if (type === 2 && amount > removable) throw createRefusal(-4051, 'Isolated balance insufficient.');
  const change = type === 1 ? amount : -amount;
  position.margin += change;
  position.updateTime = call.now;
  engine.accounts.historyOf(user).marginChanges.push({ contract, side, amount: change, time: call.now });
  engine.refreshMargin(user, contract, call.now);
  engine.userEvents.emitAccountUpdate(
    user,
    'MARGIN_TRANSFER',
    contract.settleAsset,
    [position],
    call.now,
    0n,
  );
  return `{"amount":${wire},"code":200,"msg":"Successfully modify position margin.","type":${type}}`;
}
