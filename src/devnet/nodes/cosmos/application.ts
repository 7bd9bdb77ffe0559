import { isAddress, type KeyKind, secp256k1Keys } from './account-key.ts'
import { coinsText, type Event, simulatedEvents } from './events.ts'
import { gasPrice, holders, native } from './genesis.ts'
import { type Coin, Ledger, type LedgerAccount } from './ledger.ts'
import { SdkError } from './sdk-error.ts'
import { signBytes } from './sign-bytes.ts'
import { decodeTransaction, type Transaction } from './transaction.ts'

/** The result of a run of a transaction. */
export interface Outcome {
  readonly code: number
  readonly log: string
  readonly gasWanted: bigint
  readonly gasUsed: bigint
  readonly feePaid: readonly Coin[]
}

/** The gas that a simulation used, and the events of its transfers. */
export interface Simulated {
  readonly gasUsed: bigint
  readonly events: readonly Event[]
}

/**
 * `check`: for the mempool. `deliver`: in a block, without a check of the minimum fee. `simulate`: without checks of the
 * signature, the minimum fee and the gas limit.
 */
type Run = 'check' | 'deliver' | 'simulate'

/** These values are close to the SDK's defaults. With `simd`, a send uses 60,000 to 80,000 gas. */
const gas = { base: 40_000n, byte: 10n, signature: 1000n, message: 25_000n } as const
const longestMemo = 256

export interface ApplicationOptions {
  readonly keys?: KeyKind | undefined
  /** The addresses with funds at the start. Default: the devnet's accounts. */
  readonly funded?: readonly string[] | undefined
}

/** The state and rules of a network: the SDK's ante handler, and bank sends. */
export class Application {
  readonly chainId: string
  readonly keys: KeyKind
  /** The state after the last block. */
  #committed: Ledger
  /** The state after the unconfirmed transactions. */
  #checked: Ledger
  /** The gas price of the chain's fee market, as decimal text; undefined without a fee market. */
  #marketPrice: string | undefined

  constructor(chainId: string, { keys = secp256k1Keys, funded = holders }: ApplicationOptions = {}) {
    this.chainId = chainId
    this.keys = keys
    this.#committed = Ledger.genesis(funded)
    this.#checked = this.#committed.copy()
  }

  get marketPrice(): string | undefined {
    return this.#marketPrice
  }

  /** Sets the gas price of the fee market. Undefined removes the fee market. */
  setMarketPrice(price: string | undefined): void {
    this.#marketPrice = price
  }

  /** Locks a part of an account's coins. The amount 0 unlocks them. */
  lock(owner: string, coin: Coin): void {
    this.#committed.lock(owner, coin)
    this.#checked.lock(owner, coin)
  }

  check(bytes: Uint8Array, height: bigint): Outcome {
    return this.#run('check', bytes, this.#checked, height)
  }

  deliver(bytes: Uint8Array, height: bigint): Outcome {
    return this.#run('deliver', bytes, this.#committed, height)
  }

  /** Returns a copy of the state after a block. Later blocks don't change this copy. */
  commit(): Ledger {
    this.#checked = this.#committed.copy()
    return this.#committed.copy()
  }

  /** @throws SdkError */
  simulate(bytes: Uint8Array, height: bigint): Simulated {
    const { code, log, gasUsed } = this.#run('simulate', bytes, this.#checked.copy(), height)
    if (code === 0) return { gasUsed, events: simulatedEvents(decodeTransaction(bytes, this.keys)) }
    throw new SdkError(
      'unknownRequest',
      `rpc error: code = Unknown desc = ${log} with gas used: '${gasUsed}'`,
    )
  }

  #run(run: Run, bytes: Uint8Array, ledger: Ledger, height: bigint): Outcome {
    let [gasWanted, gasUsed]: [bigint, bigint] = [0n, 0n]
    let feePaid: readonly Coin[] = []
    try {
      const transaction = decodeTransaction(bytes, this.keys)
      gasWanted = transaction.fee.gas
      gasUsed = gas.base + gas.byte * BigInt(transaction.size) + gas.signature
      const price = this.#marketPrice ?? gasPrice
      const rules = { chainId: this.chainId, keys: this.keys, height, price }
      const account = admitted(run, transaction, ledger, rules)
      if (run !== 'simulate') outOfGas(gasWanted, gasUsed)
      feePaid = transaction.fee.amount
      for (const coin of feePaid) ledger.debit(account.address, coin)
      ledger.update(account)
      // A check for the mempool doesn't run the messages.
      if (run === 'check') return { code: 0, log: '', gasWanted, gasUsed, feePaid }
      gasUsed += gas.message * BigInt(transaction.messages.length)
      if (run === 'deliver') outOfGas(gasWanted, gasUsed)
      perform(transaction, ledger)
      return { code: 0, log: '', gasWanted, gasUsed, feePaid }
    } catch (error) {
      if (!(error instanceof SdkError)) throw error
      return { code: error.code, log: error.message, gasWanted, gasUsed, feePaid }
    }
  }
}

/**
 * Runs the checks of the ante handler, and returns the sender's account with the next sequence. If the transaction also has enough
 * gas, its fee is paid and the sequence is used, even if the messages fail.
 */
function admitted(
  run: Run,
  transaction: Transaction,
  ledger: Ledger,
  {
    chainId,
    keys,
    height,
    price,
  }: {
    readonly chainId: string
    readonly keys: KeyKind
    readonly height: bigint
    readonly price: string
  },
): LedgerAccount {
  const { fee, memo, messages, timeoutHeight, publicKey, sequence, signature } = transaction
  const [first] = messages
  if (!first) throw new SdkError('invalidRequest', 'must contain at least one message')
  for (const { from, to, amount } of messages) {
    for (const address of [from, to])
      if (!isAddress(address)) throw new SdkError('invalidAddress', `invalid address ${address}`)
    if (from !== first.from) throw new SdkError('unauthorized', 'wrong number of signers; expected 2, got 1')
    if (!isCoins(amount) || amount.length === 0) throw new SdkError('invalidCoins', coinsText(amount))
  }
  // The SDK counts bytes, and calls them characters.
  const memoLength = Buffer.byteLength(memo)
  if (memoLength > longestMemo)
    throw new SdkError(
      'memoTooLarge',
      `maximum number of characters is ${longestMemo} but received ${memoLength} characters`,
    )
  if (timeoutHeight > 0n && height > timeoutHeight)
    throw new SdkError('timeoutHeight', `block height: ${height}, timeout height: ${timeoutHeight}`)

  if (fee.payer || fee.granter) throw new SdkError('unauthorized', 'the simulator knows no fee payers')
  if (!isCoins(fee.amount)) throw new SdkError('insufficientFee', `invalid fee ${coinsText(fee.amount)}`)
  const required = requiredFee(fee.gas, price)
  const offered = fee.amount.find(({ denom }) => denom === native.denom)?.amount ?? 0n
  if (run === 'check' && offered < required)
    throw new SdkError(
      'insufficientFee',
      `insufficient fees; got: ${coinsText(fee.amount)} required: ${required}${native.denom}`,
    )

  const account = ledger.account(first.from)
  if (!account) throw new SdkError('unknownAddress', `fee payer address: ${first.from} does not exist`)
  for (const coin of fee.amount) ledger.require(account.address, coin)

  if (publicKey && run !== 'simulate' && keys.addressOf(publicKey) !== account.address)
    throw new SdkError(
      'invalidPubKey',
      `pubKey does not match signer address ${account.address} with signer index: 0`,
    )
  if (sequence !== account.sequence)
    throw new SdkError(
      'wrongSequence',
      `account sequence mismatch, expected ${account.sequence}, got ${sequence}`,
    )
  const key = account.publicKey ?? publicKey
  if (run !== 'simulate') {
    if (!key) throw new SdkError('invalidPubKey', 'account pubkey is not set')
    if (!keys.isSigned(signBytes(transaction, chainId, account), signature, key))
      throw badSignature(account, chainId)
  }
  return { ...account, sequence: account.sequence + 1n, publicKey: key }
}

function perform({ messages }: Transaction, ledger: Ledger): void {
  const run = (target: Ledger) => {
    for (const { from, to, amount } of messages) {
      for (const coin of amount) target.debit(from, coin)
      for (const coin of amount) target.credit(to, coin)
    }
  }
  // Run the messages on a copy first: if one fails, none may take effect.
  run(ledger.copy())
  run(ledger)
}

function badSignature({ number, sequence }: LedgerAccount, chainId: string): SdkError {
  const verify = `account number (${number}), sequence (${sequence}) and chain-id (${chainId})`
  return new SdkError('unauthorized', `signature verification failed; please verify ${verify}`)
}

function outOfGas(wanted: bigint, used: bigint): void {
  if (used > wanted)
    throw new SdkError('outOfGas', `out of gas in location: txSize; gasWanted: ${wanted}, gasUsed: ${used}`)
}

/** The gas price has three decimals. The fee is rounded up to the smallest unit. */
function requiredFee(limit: bigint, price: string): bigint {
  const perThousand = BigInt(Math.round(Number(price) * 1000))
  return (limit * perThousand + 999n) / 1000n
}

/** Coins must be sorted, without duplicates, and above zero. */
function isCoins(coins: readonly Coin[]): boolean {
  return coins.every(
    ({ denom, amount }, index) =>
      amount > 0n &&
      /^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/.test(denom) &&
      (index === 0 || (coins[index - 1]?.denom ?? '') < denom),
  )
}
