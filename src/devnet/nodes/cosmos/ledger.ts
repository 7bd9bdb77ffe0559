import { fundsEach, native, tokens } from './genesis.ts'
import { SdkError } from './sdk-error.ts'

export interface Coin {
  readonly denom: string
  readonly amount: bigint
}

export interface LedgerAccount {
  readonly address: string
  readonly number: bigint
  readonly sequence: bigint
  /** The compressed public key. Known since the account's first transaction. */
  readonly publicKey?: Uint8Array | undefined
}

/** Accounts and balances. Implements the parts of the modules `auth` and `bank` that sends need. */
export class Ledger {
  readonly #accounts = new Map<string, LedgerAccount>()
  readonly #balances = new Map<string, Map<string, bigint>>()
  /** The parts of balances that can't be sent, as in a vesting account. */
  readonly #locked = new Map<string, Map<string, bigint>>()

  static genesis(holders: readonly string[]): Ledger {
    const ledger = new Ledger()
    for (const holder of holders) {
      for (const { denom } of [native, ...tokens]) ledger.credit(holder, { denom, amount: fundsEach })
    }
    return ledger
  }

  copy(): Ledger {
    const copy = new Ledger()
    for (const [address, account] of this.#accounts) copy.#accounts.set(address, account)
    for (const [owner, coins] of this.#balances) copy.#balances.set(owner, new Map(coins))
    for (const [owner, coins] of this.#locked) copy.#locked.set(owner, new Map(coins))
    return copy
  }

  account(address: string): LedgerAccount | undefined {
    return this.#accounts.get(address)
  }

  update(account: LedgerAccount): void {
    this.#accounts.set(account.address, account)
  }

  /** Returns the nonzero balances, sorted by denom. */
  balances(owner: string): readonly Coin[] {
    return [...(this.#balances.get(owner) ?? [])]
      .map(([denom, amount]) => ({ denom, amount }))
      .filter(({ amount }) => amount > 0n)
      .sort((a, b) => (a.denom < b.denom ? -1 : 1))
  }

  balance(owner: string, denom: string): bigint {
    return this.#balances.get(owner)?.get(denom) ?? 0n
  }

  /** Returns the part of a balance that isn't locked. */
  spendable(owner: string, denom: string): bigint {
    const left = this.balance(owner, denom) - (this.#locked.get(owner)?.get(denom) ?? 0n)
    return left > 0n ? left : 0n
  }

  /** Locks a part of a balance. The amount 0 unlocks it. */
  lock(owner: string, { denom, amount }: Coin): void {
    const coins = this.#locked.get(owner) ?? new Map<string, bigint>()
    this.#locked.set(owner, coins.set(denom, amount))
  }

  supply(denom: string): bigint {
    return [...this.#balances.values()].reduce((sum, coins) => sum + (coins.get(denom) ?? 0n), 0n)
  }

  /** The first credit creates the account. */
  credit(owner: string, { denom, amount }: Coin): void {
    const coins = this.#balances.get(owner) ?? new Map<string, bigint>()
    coins.set(denom, (coins.get(denom) ?? 0n) + amount)
    this.#balances.set(owner, coins)
    if (!this.#accounts.has(owner))
      this.#accounts.set(owner, { address: owner, number: BigInt(this.#accounts.size), sequence: 0n })
  }

  /** @throws SdkError 5 when the balance is too low. */
  require(owner: string, { denom, amount }: Coin): void {
    const free = this.spendable(owner, denom)
    if (free < amount)
      throw new SdkError(
        'insufficientFunds',
        `spendable balance ${free}${denom} is smaller than ${amount}${denom}`,
      )
  }

  /** @throws SdkError 5 when the balance is too low. */
  debit(owner: string, coin: Coin): void {
    this.require(owner, coin)
    this.#balances.get(owner)?.set(coin.denom, this.balance(owner, coin.denom) - coin.amount)
  }
}
