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
  /** The part of `free` that is frozen. */
  readonly held: bigint
  /** Whether other modules keep the account alive, so that it can hold assets that aren't sufficient. */
  readonly provided: boolean
  /** Whether the account's coins must keep it alive: something depends on the account, such as a stake, and nothing else keeps the account alive. */
  readonly needed: boolean
}

interface AccountInfo extends Value {
  readonly providers: Value
  readonly consumers?: Value
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
  const providers = references(info?.providers)
  return {
    free,
    reserved,
    frozen,
    transferable: larger(free - held, 0n),
    held: held < free ? held : free,
    provided: providers > 0,
    // The rule of `can_dec_provider` in the system pallet.
    needed: references(info?.consumers) > 0 && providers <= 1,
  }
}

/** The smallest balance that an account can have. If a balance falls below this amount, the chain removes the account and its remaining coins. */
export function existentialDeposit({ api }: Runtime): bigint {
  return BigInt(api.consts.balances?.existentialDeposit?.toString() ?? 0)
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
