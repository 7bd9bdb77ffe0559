import type { JsonRpcPort } from '../../../ports.ts'
import type { Runtime } from './runtime.ts'
import { type ReadOptions, readStorage, type Value } from './storage.ts'

/** An account's balance in the native coin, in plancks. */
export interface BalanceDetail {
  /** Everything that isn't reserved, including frozen coins. */
  readonly free: bigint
  /** Set aside for deposits and holds. */
  readonly reserved: bigint
  /** The part of `free` plus `reserved` that votes, stakes and vesting lock in the account. */
  readonly frozen: bigint
  /** The amount that can be sent, network fee included. */
  readonly transferable: bigint
}

export interface Account extends BalanceDetail {
  /** Whether the account stays alive without coins, for example through a sufficient asset. */
  readonly sufficient: boolean
  readonly exists: boolean
}

interface AccountInfo extends Value {
  readonly providers: Value
  readonly sufficients?: Value
  readonly data: Value & Readonly<Partial<Record<string, Value>>>
}

/** Reads an account's balance. Freezes cover reserved coins first; on older runtimes (with `miscFrozen`) only free coins. */
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
  return {
    free,
    reserved,
    frozen,
    transferable: larger(free - held, 0n),
    sufficient: references(info?.sufficients) > 0,
    exists: references(info?.providers) + references(info?.sufficients) > 0,
  }
}

/** The smallest balance of an account. The chain removes an account that falls below it, along with what is left. */
export function existentialDeposit({ api }: Runtime): bigint {
  return BigInt(api.consts.balances?.existentialDeposit?.toString() ?? 0)
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
