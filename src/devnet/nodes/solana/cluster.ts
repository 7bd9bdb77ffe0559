import { createHash } from 'node:crypto'
import {
  type Address,
  type CompiledTransactionMessage,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Transaction,
} from '@solana/kit'
import { FailedTransactionMetadata, type InnerInstruction, LiteSVM, type TransactionMetadata } from 'litesvm'
import { RpcRefusal } from '../../server/json-rpc.ts'
import { transactionErrorFrom } from './transaction-error.ts'

/** How long a slot lasts on a real cluster, in ms. */
const slotTime = 400
/** For how many blocks a transaction may name a blockhash. `MAX_PROCESSING_AGE` of the cluster. */
export const blockhashLifetime = 150
/** Slots from confirmed to finalized. */
export const finality = 32
export const slotsInEpoch = 432_000

/** A transaction that was put into a block; one that failed there paid its fee too. */
export interface Landed {
  readonly signature: string
  readonly slot: number
  /** Its place in the block, from 0. */
  readonly place: number
  /** Unix time in seconds. */
  readonly blockTime: number
  readonly wire: Uint8Array
  readonly message: CompiledTransactionMessage
  /** As JSON-RPC has it; null when it succeeded. */
  readonly error: unknown
  readonly fee: bigint
  readonly units: bigint
  readonly logs: readonly string[]
  /** What each instruction of the message called in turn. */
  readonly inner: readonly (readonly InnerCall[])[]
  readonly before: readonly Holding[]
  readonly after: readonly Holding[]
}

/** An instruction that a program called; accounts and program by their places among those of the message. */
export interface InnerCall {
  readonly program: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
  readonly depth: number
}

/** What an account of a transaction holds; the token where it is a token account. */
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
}

export const tokenPrograms: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]

const base58 = (bytes: Uint8Array) => getBase58Decoder().decode(bytes)
const sha256 = (text: string) => createHash('sha256').update(text).digest()

/**
 * One chain: LiteSVM runs the transactions, and this keeps what a cluster has around it: slots that pass with time, a
 * blockhash for each, which a transaction may name for 150 blocks, and the history.
 */
export class Cluster {
  readonly svm = new LiteSVM().withBlockhashCheck(false)
  readonly genesisHash: string
  readonly #started = Date.now()
  readonly #landed = new Map<string, Landed>()
  #last: Landed | undefined
  /** Blocks that were skipped over by hand. */
  #skipped = 0
  #held: Uint8Array[] | undefined
  readonly #listeners = new Set<() => void>()

  constructor(seed: string) {
    this.genesisHash = base58(sha256(seed))
  }

  /** Every slot has a block, so this is the block height too. The first blocks are past, as on a cluster that has run. */
  get slot(): number {
    return 1000 + this.#skipped + Math.floor((Date.now() - this.#started) / slotTime)
  }

  get epoch(): number {
    return Math.floor(this.slot / slotsInEpoch)
  }

  blockhash(slot = this.slot): string {
    return base58(sha256(`${this.genesisHash} ${slot}`))
  }

  /** The last block height at which a transaction with the blockhash can land; undefined for an expired or foreign one. */
  lastValidBlockHeight(blockhash: string): number | undefined {
    for (let slot = this.slot; slot >= this.slot - blockhashLifetime; slot--)
      if (this.blockhash(slot) === blockhash) return slot + blockhashLifetime
    return undefined
  }

  /** Lets blocks pass at once. */
  skip(blocks: number): void {
    this.#skipped += blocks
  }

  /** From now on transactions wait; `release` puts them into a block. */
  hold(): void {
    this.#held ??= []
  }

  release(): void {
    const waiting = this.#held ?? []
    this.#held = undefined
    for (const wire of waiting) this.#land(wire)
  }

  /** Calls back after each transaction that was put into a block. */
  onLanded(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  landed(signature: string): Landed | undefined {
    return this.#landed.get(signature)
  }

  /** Those that name the address, newest first. */
  landedFor(address: string): readonly Landed[] {
    return [...this.#landed.values()]
      .filter(({ message }) => message.staticAccounts.some((account) => account === address))
      .reverse()
  }

  /** Takes a signed transaction, and gives its id. @throws `RpcRefusal` */
  send(wire: Uint8Array, { preflight }: { readonly preflight: boolean }): string {
    const { transaction, message, signature } = this.read(wire)
    if (Object.values(transaction.signatures).some((one) => one === null))
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
    // Without the preflight a node forwards what no leader takes, and nobody hears of it again.
    if (this.lastValidBlockHeight(lifetimeOf(message)) === undefined) return signature
    if (this.#held) this.#held.push(wire)
    else this.#land(wire)
    return signature
  }

  simulate(
    wire: Uint8Array,
    { verify = false, anyBlockhash = false }: { verify?: boolean; anyBlockhash?: boolean },
  ): Simulated {
    const { transaction, message, signature } = this.read(wire)
    const nothing = { units: 0n, logs: [] }
    if (!anyBlockhash && this.lastValidBlockHeight(lifetimeOf(message)) === undefined)
      return { error: 'BlockhashNotFound', ...nothing }
    if (verify && this.#landed.has(signature)) return { error: 'AlreadyProcessed', ...nothing }
    this.#setTime()
    this.svm.withSigverify(verify)
    try {
      const result = this.svm.simulateTransaction(verify ? transaction : withAnySignatures(transaction))
      const failed = result instanceof FailedTransactionMetadata
      const meta = result.meta()
      return {
        error: failed ? transactionErrorFrom(result) : null,
        units: meta.computeUnitsConsumed(),
        logs: meta.logs(),
      }
    } finally {
      this.svm.withSigverify(true)
    }
  }

  /** @throws `RpcRefusal` for bytes that are no transaction. */
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
    if (this.#landed.has(signature)) return
    this.#setTime()
    const balances = () => message.staticAccounts.map((account) => this.#holding(account as Address))
    const before = balances()
    const result = this.svm.sendTransaction(transaction)
    const failed = result instanceof FailedTransactionMetadata
    const meta: TransactionMetadata = failed ? result.meta() : result
    const fee = BigInt(/fee: (\d+) /.exec(meta.toString())?.[1] ?? 0)
    // What is refused before it runs is in no block.
    if (failed && fee === 0n) return
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

  /** What programs see of the time. */
  #setTime(): void {
    const clock = this.svm.getClock()
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

/** The blockhash that a transaction names. */
export function lifetimeOf(message: CompiledTransactionMessage): string {
  return 'lifetimeToken' in message ? String(message.lifetimeToken) : ''
}

/** A simulation need not be signed; the virtual machine wants some bytes all the same. */
function withAnySignatures(transaction: Transaction): Transaction {
  const signatures = Object.fromEntries(
    Object.keys(transaction.signatures).map((signer) => [signer, new Uint8Array(64).fill(1)]),
  )
  return { ...transaction, signatures } as unknown as Transaction
}

/** As `TransactionError` prints itself, for the errors that a wallet's person meets. */
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
