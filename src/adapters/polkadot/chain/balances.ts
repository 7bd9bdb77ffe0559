import type { JsonRpcPort } from '../../../ports.ts'
import type { Runtime } from './runtime.ts'
import { type ReadOptions, readStorage, type Value } from './storage.ts'

/** An account's balance in the native coin, in plancks. */
export interface BalanceDetail {
  /** The part that isn't reserved. Includes frozen coins. */
  readonly free: bigint
  /** The part that is held for deposits. */
  readonly reserved: bigint
  /** The part of `free` plus `reserved` that is locked in the account by votes, stakes and vesting. */
  readonly frozen: bigint
  /** The amount that can be sent. The network fee must come out of this amount. */
  readonly transferable: bigint
}

export interface Account extends BalanceDetail {
  /** The part of `free` that is frozen. */
  readonly held: bigint
  /**
   * Whether something other than its assets keeps the account alive: its coins, or a module of the runtime. Only such an account
   * can hold assets that don't themselves keep an account alive.
   */
  readonly provided: boolean
  /**
   * Whether the account must keep enough coins to stay alive. This is the case if only the coins keep the account alive, and
   * something depends on the account, such as a stake.
   */
  readonly needed: boolean
}

interface AccountInfo extends Value {
  readonly providers: Value
  readonly consumers?: Value
  readonly data: Value & Readonly<Partial<Record<string, Value>>>
}

/**
 * Reads an account's balance. Freezes lock the reserved coins first. On older runtimes (with `miscFrozen`), freezes lock only
 * free coins.
 */
export async function readAccount(
  port: JsonRpcPort,
  runtime: Runtime,
  address: string,
  opts?: ReadOptions,
): Promise<Account> {
  const info = await readStorage<AccountInfo>(port, runtime, ['system', 'account'], [address], opts)
  const data = info?.data
  const amount = (name: string) => BigInt(data?.[name]?.toString() ?? 0)
  const [free, reserved] = [amount('free'), amount('reserved')]
  const older = data?.miscFrozen !== undefined
  const frozen = older ? larger(amount('miscFrozen'), amount('feeFrozen')) : amount('frozen')
  const held = older ? frozen : larger(frozen - reserved, 0n)
  const references = (value: Value | undefined) => Number(value?.toString() ?? 0)
  const providers = references(info?.providers)
  return {
    free,
    reserved,
    frozen,
    transferable: larger(free - held, 0n),
    held: held < free ? held : free,
    provided: providers > 0,
    // The same rule as `can_dec_provider` in the system pallet.
    needed: references(info?.consumers) > 0 && providers <= 1,
  }
}

/**
 * Returns the smallest balance that an account can have. If the balance falls below this amount, the chain removes the account
 * and its remaining coins.
 */
export function existentialDeposit({ api }: Runtime): bigint {
  return BigInt(api.consts.balances?.existentialDeposit?.toString() ?? 0)
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
