import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import {
  type Address,
  type CompiledTransactionMessage,
  type EncodedAccount,
  getBase58Decoder,
  getBase58Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Transaction,
} from '@solana/kit'
import { FailedTransactionMetadata, type InnerInstruction, LiteSVM, type TransactionMetadata } from 'litesvm'
import { RpcRefusal } from '../../server/json-rpc.ts'
import { advanceNonce, nonceAccountOf } from './durable-nonce.ts'
import { isSigned, withOthers, withStandIn } from './jupiter-stand-in.ts'
import { transactionErrorFrom } from './transaction-error.ts'

/** In ms, as on a real cluster. */
const slotTime = 400
/** A blockhash is valid for this many blocks (`MAX_PROCESSING_AGE`). */
export const blockhashLifetime = 150
/** A confirmed slot is finalized after this many slots. */
export const finality = 32
export const slotsInEpoch = 432_000

/** A transaction in a block. A transaction that failed in its block still paid its fee. */
export interface Landed {
  readonly signature: string
  readonly slot: number
  /** The transaction's index in the block, from 0. */
  readonly place: number
  /** Unix time in seconds. */
  readonly blockTime: number
  readonly wire: Uint8Array
  readonly message: CompiledTransactionMessage
  /** The error in the format of JSON-RPC; null if the transaction succeeded. */
  readonly error: unknown
  readonly fee: bigint
  readonly units: bigint
  readonly logs: readonly string[]
  /** The inner instructions of each instruction. */
  readonly inner: readonly (readonly InnerCall[])[]
  readonly before: readonly Holding[]
  readonly after: readonly Holding[]
}

/** An instruction that a program called. Accounts and program are indexes into the message's accounts. */
export interface InnerCall {
  readonly program: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
  readonly depth: number
}

/** An account's balance in a transaction. For a token account, also its token data. */
export interface Holding {
  readonly lamports: bigint
  readonly token?:
    | { readonly program: string; readonly data: Uint8Array; readonly decimals: number }
    | undefined
}

export interface Simulated {
  readonly error: unknown
  readonly units: bigint
  readonly logs: readonly string[]
  /** The accounts after the transaction; empty if the transaction failed. */
  readonly accounts: readonly EncodedAccount[]
}

export const tokenPrograms: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]

const base58 = (bytes: Uint8Array) => getBase58Decoder().decode(bytes)
const sha256 = (text: string) => createHash('sha256').update(text).digest()

/**
 * A simulated cluster. LiteSVM runs the transactions. This class adds the history, slots that advance with time, and a blockhash per slot, which is
 * valid for 150 blocks.
 */
export class Cluster {
  readonly svm = new LiteSVM().withBlockhashCheck(false)
  readonly genesisHash: string
  readonly #started = Date.now()
  readonly #landed = new Map<string, Landed>()
  #last: Landed | undefined
  /** Blocks that a test skipped. */
  #skipped = 0
  #held: Uint8Array[] | undefined
  readonly #listeners = new Set<() => void>()

  constructor(seed: string) {
    this.genesisHash = base58(sha256(seed))
  }

  /** Every slot has a block, so the slot is also the block height. It starts at 1,000, because a real cluster isn't new. */
  get slot(): number {
    return 1000 + this.#skipped + Math.floor((Date.now() - this.#started) / slotTime)
  }

  get epoch(): number {
    return Math.floor(this.slot / slotsInEpoch)
  }

  blockhash(slot = this.slot): string {
    return base58(sha256(`${this.genesisHash} ${slot}`))
  }

  /** Returns the last block height at which a blockhash is valid; undefined for an expired or unknown blockhash. */
  lastValidBlockHeight(blockhash: string): number | undefined {
    for (let slot = this.slot; slot >= this.slot - blockhashLifetime; slot--)
      if (this.blockhash(slot) === blockhash) return slot + blockhashLifetime
    return undefined
  }

  skip(blocks: number): void {
    this.#skipped += blocks
  }

  /** Keeps new transactions pending until `release`. */
  hold(): void {
    this.#held ??= []
  }

  release(): void {
    const waiting = this.#held ?? []
    this.#held = undefined
    for (const wire of waiting) this.#land(wire)
  }

  /** Calls the listener after each transaction in a block. Returns a function that removes the listener. */
  onLanded(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  landed(signature: string): Landed | undefined {
    return this.#landed.get(signature)
  }

  /** Returns the transactions that contain the address itself, not through a lookup table, newest first. */
  landedFor(address: string): readonly Landed[] {
    return [...this.#landed.values()]
      .filter(({ message }) => message.staticAccounts.some((account) => account === address))
      .reverse()
  }

  /**
   * Accepts a signed transaction and returns its signature.
   * @throws `RpcRefusal`
   */
  send(wire: Uint8Array, { preflight }: { readonly preflight: boolean }): string {
    const { transaction, message, signature } = this.read(wire)
    if (Object.values(transaction.signatures).some((given) => given === null))
      throw new RpcRefusal(-32003, 'Transaction signature verification failure')
    if (preflight) {
      const { error, logs, units } = this.simulate(wire, { verify: true })
      if (error !== null) {
        if (error === 'SignatureFailure')
          throw new RpcRefusal(-32003, 'Transaction signature verification failure')
        throw new RpcRefusal(-32002, `Transaction simulation failed: ${describe(error)}`, {
          err: error,
          logs,
          unitsConsumed: Number(units),
          accounts: null,
        })
      }
    }
    // Without a preflight, a real node reports no error for an expired blockhash. But no block will contain the transaction.
    if (!this.#canLand(message)) return signature
    if (this.#held) this.#held.push(wire)
    else this.#land(wire)
    return signature
  }

  /**
   * Pays an airdrop in a block, even while the cluster holds other transactions, and returns its signature.
   * @throws `RpcRefusal`
   */
  airdrop(to: Address, lamports: bigint): string {
    // Each airdrop has a new payer, so that two equal airdrops are different transactions.
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const payer = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
    this.#setTime()
    // The payer keeps a billion lamports for the fee and the rent.
    this.svm.airdrop(base58(payer) as Address, (lamports + 1_000_000_000n) as never)
    const amount = Buffer.alloc(8)
    amount.writeBigUInt64LE(lamports)
    const keys = [payer, getBase58Encoder().encode(to), new Uint8Array(32)]
    const blockhash = getBase58Encoder().encode(this.blockhash())
    // A legacy message: its header, its accounts, and the system program's transfer from account 0 to account 1.
    const transfer = [1, 2, 2, 0, 1, 12, 2, 0, 0, 0, ...amount]
    const message = Uint8Array.from([
      1,
      0,
      1,
      3,
      ...keys.flatMap((key) => [...key]),
      ...blockhash,
      ...transfer,
    ])
    const signature = sign(null, message, privateKey)
    this.#land(Uint8Array.from([1, ...signature, ...message]))
    if (this.#landed.get(base58(signature))?.error !== null)
      throw new RpcRefusal(-32603, 'The airdrop failed')
    return base58(signature)
  }

  simulate(
    wire: Uint8Array,
    { verify = false, anyBlockhash = false }: { verify?: boolean; anyBlockhash?: boolean },
  ): Simulated {
    const { transaction, message, signature } = this.read(wire)
    const nothing = { units: 0n, logs: [], accounts: [] }
    if (!anyBlockhash && !this.#canLand(message)) return { error: 'BlockhashNotFound', ...nothing }
    if (verify && this.#landed.has(signature)) return { error: 'AlreadyProcessed', ...nothing }
    this.#setTime()
    const standIn = withStandIn(this.svm, transaction, message)
    if (standIn && verify && !isSigned(transaction)) return { error: 'SignatureFailure', ...nothing }
    this.svm.withSigverify(verify && !standIn)
    try {
      const result = this.svm.simulateTransaction(
        standIn ?? (verify ? transaction : withAnySignatures(transaction)),
      )
      const failed = result instanceof FailedTransactionMetadata
      const meta = result.meta()
      return {
        error: failed ? transactionErrorFrom(result) : null,
        units: meta.computeUnitsConsumed(),
        logs: meta.logs(),
        accounts: failed
          ? []
          : standIn
            ? withOthers(this.svm, message, result.postAccounts())
            : result.postAccounts(),
      }
    } finally {
      this.svm.withSigverify(true)
    }
  }

  /** @throws `RpcRefusal` for bytes that aren't a transaction. */
  read(wire: Uint8Array): {
    transaction: Transaction
    message: CompiledTransactionMessage
    signature: string
  } {
    if (wire.length > 1232)
      throw new RpcRefusal(
        -32602,
        `base64 encoded solana_transaction::versioned::VersionedTransaction too large: ${wire.length} bytes (max: encoded/raw 1644/1232)`,
      )
    try {
      const transaction = getTransactionDecoder().decode(wire)
      const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
      const [first] = Object.values(transaction.signatures)
      return { transaction, message, signature: base58((first as Uint8Array | null) ?? new Uint8Array(64)) }
    } catch {
      throw new RpcRefusal(
        -32602,
        'failed to deserialize solana_transaction::versioned::VersionedTransaction: io error: failed to fill whole buffer',
      )
    }
  }

  #land(wire: Uint8Array): void {
    const { transaction, message, signature } = this.read(wire)
    // While the transaction was held, it may have expired, or another transaction may have used its nonce.
    if (this.#landed.has(signature) || !this.#canLand(message)) return
    this.#setTime()
    const nonce = nonceAccountOf(this.svm, message, lifetimeOf(message))
    const balances = () => message.staticAccounts.map((account) => this.#holding(account as Address))
    const before = balances()
    const standIn = withStandIn(this.svm, transaction, message)
    if (standIn && !isSigned(transaction)) return
    this.svm.withSigverify(!standIn)
    const result = this.svm.sendTransaction(standIn ?? transaction)
    this.svm.withSigverify(true)
    const failed = result instanceof FailedTransactionMetadata
    const meta: TransactionMetadata = failed ? result.meta() : result
    const fee = BigInt(/fee: (\d+) /.exec(meta.toString())?.[1] ?? 0)
    // A transaction that was rejected before it ran isn't in a block.
    if (failed && fee === 0n) return
    if (failed && nonce) advanceNonce(this.svm, nonce)
    const { slot } = this
    this.#last = {
      signature,
      slot,
      place: this.#last?.slot === slot ? this.#last.place + 1 : 0,
      blockTime: Math.floor(Date.now() / 1000),
      wire,
      message,
      error: failed ? transactionErrorFrom(result) : null,
      fee,
      units: meta.computeUnitsConsumed(),
      logs: meta.logs(),
      inner: meta.innerInstructions().map((calls) => calls.map(innerCall)),
      before,
      after: balances(),
    }
    this.#landed.set(signature, this.#last)
    for (const listener of [...this.#listeners]) listener()
  }

  /** Returns whether the message has a recent blockhash, or the current nonce of a nonce account. */
  #canLand(message: CompiledTransactionMessage): boolean {
    const lifetime = lifetimeOf(message)
    return (
      this.lastValidBlockHeight(lifetime) !== undefined ||
      nonceAccountOf(this.svm, message, lifetime) !== undefined
    )
  }

  #holding(address: Address): Holding {
    const account = this.svm.getAccount(address)
    if (!account.exists) return { lamports: 0n }
    const { lamports, programAddress: program, data } = account
    const isToken = tokenPrograms.includes(program) && data.length >= 165 && (data[165] ?? 2) === 2
    if (!isToken) return { lamports }
    const mint = this.svm.getAccount(base58(data.slice(0, 32)) as Address)
    return {
      lamports,
      token: { program, data: data.slice(), decimals: mint.exists ? (mint.data[44] ?? 0) : 0 },
    }
  }

  /** Sets the clock that programs read. */
  #setTime(): void {
    const clock = this.svm.getClock()
    // A nonce can advance only once per blockhash, so each slot has a new blockhash.
    if (clock.slot !== BigInt(this.slot)) this.svm.expireBlockhash()
    clock.slot = BigInt(this.slot)
    clock.epoch = BigInt(this.epoch)
    clock.unixTimestamp = BigInt(Math.floor(Date.now() / 1000))
    this.svm.setClock(clock)
  }
}

function innerCall(called: InnerInstruction): InnerCall {
  const instruction = called.instruction()
  return {
    program: instruction.programIdIndex(),
    accounts: [...instruction.accounts()],
    data: instruction.data(),
    depth: called.stackHeight(),
  }
}

export function lifetimeOf(message: CompiledTransactionMessage): string {
  return 'lifetimeToken' in message ? String(message.lifetimeToken) : ''
}

/** A simulated transaction needs no signature, but LiteSVM requires bytes in its place. */
function withAnySignatures(transaction: Transaction): Transaction {
  const signatures = Object.fromEntries(
    Object.keys(transaction.signatures).map((signer) => [signer, new Uint8Array(64).fill(1)]),
  )
  return { ...transaction, signatures } as unknown as Transaction
}

/** Describes a `TransactionError` in words. */
function describe(error: unknown): string {
  if (error === 'BlockhashNotFound') return 'Blockhash not found'
  if (error === 'AlreadyProcessed') return 'This transaction has already been processed'
  if (error === 'AccountNotFound') return 'Attempt to debit an account but found no record of a prior credit.'
  if (error === 'InsufficientFundsForFee') return 'Insufficient funds for fee'
  const [index, inner] = (error as { InstructionError?: [number, unknown] }).InstructionError ?? []
  if (index !== undefined) {
    const custom = (inner as { Custom?: number }).Custom
    const what = custom === undefined ? String(inner) : `custom program error: 0x${custom.toString(16)}`
    return `Error processing Instruction ${index}: ${what}`
  }
  const rent = (error as { InsufficientFundsForRent?: { account_index: number } }).InsufficientFundsForRent
  return rent
    ? `Transaction results in an account (${rent.account_index}) with insufficient funds for rent`
    : JSON.stringify(error)
}
