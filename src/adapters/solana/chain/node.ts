import { base58, base64 } from '@scure/base'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { wholeNumber } from '../../../core/json/exact-json.ts'
import { solana } from '../../../core/limits.ts'
import type { CallOptions, JsonRpcPort } from '../../../ports.ts'

/** An account on the chain. */
export interface ChainAccount {
  readonly lamports: bigint
  /** The program that owns the account and can change it. */
  readonly owner: string
  readonly executable: boolean
  readonly data: Uint8Array
}

export interface SignatureStatus {
  readonly confirmations: number | null
  readonly err: unknown
  readonly confirmationStatus: unknown
}

export interface Simulation {
  readonly err: unknown
  readonly logs: readonly string[]
  readonly units: number
}

export interface LandedTransaction {
  readonly fee: bigint
  /** The block's time, in ms. */
  readonly at: number | undefined
  readonly logs: readonly string[]
}

const { commitment } = solana
const encoding = 'base64'
const clockSysvar = 'SysvarC1ock11111111111111111111111111111111'

/** Creates the node calls that this adapter uses. The calls refuse invalid answers with `rpc/invalid-value`. */
export function solanaNode(rpc: JsonRpcPort, opts?: CallOptions) {
  const ask = (method: string, ...params: unknown[]) => rpc.request({ method, params }, opts)
  const value = async (method: string, ...params: unknown[]) =>
    member(await ask(method, ...params), 'value', method)

  return {
    async balance(address: string): Promise<bigint> {
      return quantity(await value('getBalance', address, { commitment }), 'getBalance')
    },
    async accounts(addresses: readonly string[]): Promise<readonly (ChainAccount | undefined)[]> {
      const method = 'getMultipleAccounts'
      const list = await value(method, addresses, { commitment, encoding })
      if (!Array.isArray(list) || list.length !== addresses.length) throw invalidAnswer(method)
      return list.map((account) => accountFrom(account, method))
    },
    async tokenAccounts(
      owner: string,
      mint: string,
    ): Promise<readonly (ChainAccount & { address: string })[]> {
      const method = 'getTokenAccountsByOwner'
      const list = await value(method, owner, { mint }, { commitment, encoding })
      if (!Array.isArray(list)) throw invalidAnswer(method)
      return list.map((each) => {
        const account = accountFrom(member(each, 'account', method), method)
        const address = member(each, 'pubkey', method)
        if (!account || typeof address !== 'string') throw invalidAnswer(method)
        return { ...account, address }
      })
    },
    /** Returns the token account with the largest amount of a token. Resolves with undefined if no account holds the token. */
    async largestTokenAccount(mint: string): Promise<string | undefined> {
      const method = 'getTokenLargestAccounts'
      const list = await value(method, mint, { commitment })
      if (!Array.isArray(list)) throw invalidAnswer(method)
      if (list.length === 0) return undefined
      const address = member(list[0], 'address', method)
      if (typeof address !== 'string') throw invalidAnswer(method)
      return address
    },
    async latestBlockhash(): Promise<{
      blockhash: string
      lastValidBlockHeight: bigint
      slot: bigint | undefined
    }> {
      const method = 'getLatestBlockhash'
      const answer = await ask(method, { commitment })
      const latest = member(answer, 'value', method)
      const slot = wholeNumber((answer as { context?: { slot?: unknown } }).context?.slot)
      const blockhash = member(latest, 'blockhash', method)
      if (typeof blockhash !== 'string' || !isHash(blockhash)) throw invalidAnswer(method)
      const lastValidBlockHeight = quantity(member(latest, 'lastValidBlockHeight', method), method)
      return { blockhash, lastValidBlockHeight, slot }
    },
    async blockHeight(): Promise<bigint> {
      return quantity(await ask('getBlockHeight', { commitment }), 'getBlockHeight')
    },
    /** Returns the height of the newest finalized block. */
    async finalizedHeight(): Promise<bigint> {
      return quantity(await ask('getBlockHeight', { commitment: 'finalized' }), 'getBlockHeight')
    },
    async slot(): Promise<bigint> {
      return quantity(await ask('getSlot', { commitment }), 'getSlot')
    },
    /** Returns the slot of the oldest block that the node still has. */
    async firstSlot(): Promise<bigint> {
      return quantity(await ask('getFirstAvailableBlock'), 'getFirstAvailableBlock')
    },
    /** Returns the chain's time in Unix seconds. Programs see the same time. */
    async clock(): Promise<number> {
      const [account] = await this.accounts([clockSysvar])
      if (account?.data.length !== 40) throw invalidAnswer('getMultipleAccounts')
      // In the account's data, the time follows the slot and three numbers about the epoch.
      return Number(new DataView(account.data.buffer, account.data.byteOffset).getBigInt64(32, true))
    },
    async epoch(): Promise<bigint> {
      const method = 'getEpochInfo'
      return quantity(member(await ask(method, { commitment }), 'epoch', method), method)
    },
    /**
     * Returns the fee in lamports. If a node doesn't know the message's blockhash, for example because it has expired, its fee is
     * null. The pool refuses null with `rpc/invalid-value`. With another port, resolves with undefined.
     */
    async fee(message: Uint8Array): Promise<bigint | undefined> {
      const method = 'getFeeForMessage'
      const fee = await value(method, base64.encode(message), { commitment })
      return fee === null ? undefined : quantity(fee, method)
    },
    async rentFor(size: number): Promise<bigint> {
      const method = 'getMinimumBalanceForRentExemption'
      return quantity(await ask(method, size, { commitment }), method)
    },
    /** Returns prices that were recently paid to write to these accounts, in micro-lamports per compute unit. */
    async recentPrices(writable: readonly string[]): Promise<readonly bigint[]> {
      const method = 'getRecentPrioritizationFees'
      const list = await ask(method, writable)
      if (!Array.isArray(list)) throw invalidAnswer(method)
      return list.map((each) => quantity(member(each, 'prioritizationFee', method), method))
    },
    async simulate(wire: Uint8Array): Promise<Simulation> {
      const method = 'simulateTransaction'
      const config = { commitment, encoding, sigVerify: false, replaceRecentBlockhash: true }
      const result = await value(method, base64.encode(wire), config)
      const units = (result as { unitsConsumed?: unknown }).unitsConsumed
      return {
        err: member(result, 'err', method),
        logs: texts((result as { logs?: unknown }).logs),
        units: units === undefined ? 0 : Number(quantity(units, method)),
      }
    },
    /** Simulates a transaction. Returns the state of these accounts after the transaction. */
    async simulateAccounts(
      wire: Uint8Array,
      addresses: readonly string[],
    ): Promise<Pick<Simulation, 'err' | 'logs'> & { accounts: readonly (ChainAccount | undefined)[] }> {
      const method = 'simulateTransaction'
      const accounts = { encoding, addresses }
      const config = { commitment, encoding, sigVerify: false, replaceRecentBlockhash: true, accounts }
      const result = await value(method, base64.encode(wire), config)
      const err = member(result, 'err', method)
      const logs = texts((result as { logs?: unknown }).logs)
      if (err !== null) return { err, logs, accounts: [] }
      const list = member(result, 'accounts', method)
      if (!Array.isArray(list) || list.length !== addresses.length) throw invalidAnswer(method)
      return { err, logs, accounts: list.map((account) => accountFrom(account, method)) }
    },
    async broadcast(wire: Uint8Array): Promise<void> {
      await ask('sendTransaction', base64.encode(wire), { encoding, preflightCommitment: commitment })
    },
    async status(signature: string): Promise<SignatureStatus | undefined> {
      const method = 'getSignatureStatuses'
      const list = await value(method, [signature], { searchTransactionHistory: true })
      if (!Array.isArray(list) || list.length !== 1) throw invalidAnswer(method)
      const [status] = list as readonly (Partial<SignatureStatus> | null)[]
      if (status === null) return undefined
      if (typeof status !== 'object') throw invalidAnswer(method)
      const { confirmations = null, err = null, confirmationStatus } = status
      if (confirmations !== null && !(Number.isSafeInteger(confirmations) && confirmations >= 0))
        throw invalidAnswer(method)
      return { confirmations, err, confirmationStatus }
    },
    /** Returns the newest transactions that contain the address, the newest first, with the slot of each. */
    async signatures(
      address: string,
      limit: number,
    ): Promise<readonly { readonly hash: string; readonly slot: bigint }[]> {
      const method = 'getSignaturesForAddress'
      const list = await ask(method, address, { limit, commitment })
      if (!Array.isArray(list) || list.length > limit) throw invalidAnswer(method)
      return list.map((each) => {
        const hash = member(each, 'signature', method)
        if (typeof hash !== 'string') throw invalidAnswer(method)
        return { hash, slot: quantity(member(each, 'slot', method), method) }
      })
    },
    /** Returns the bytes of a transaction in a block. */
    async wire(signature: string): Promise<Uint8Array | undefined> {
      const method = 'getTransaction'
      const landed = await ask(method, signature, { commitment, encoding, maxSupportedTransactionVersion: 0 })
      if (landed === null) return undefined
      const transaction = member(landed, 'transaction', method)
      const [text] = Array.isArray(transaction) ? transaction : []
      if (typeof text !== 'string') throw invalidAnswer(method)
      try {
        return base64.decode(text)
      } catch {
        throw invalidAnswer(method)
      }
    },
    async transaction(signature: string): Promise<LandedTransaction | undefined> {
      const method = 'getTransaction'
      const config = { commitment, encoding: 'json', maxSupportedTransactionVersion: 0 }
      const landed = await ask(method, signature, config)
      if (landed === null) return undefined
      const meta = member(landed, 'meta', method)
      if (meta === null) return undefined
      // The record of another transaction says nothing about this transaction. So compare the signatures.
      const signed = member(member(landed, 'transaction', method), 'signatures', method)
      if (!Array.isArray(signed) || signed[0] !== signature) throw invalidAnswer(method)
      const time = (landed as { blockTime?: unknown }).blockTime
      return {
        fee: quantity(member(meta, 'fee', method), method),
        at: typeof time === 'number' ? time * 1000 : undefined,
        logs: texts((meta as { logMessages?: unknown }).logMessages),
      }
    },
  }
}
export type SolanaNode = ReturnType<typeof solanaNode>

const mostU64 = 2n ** 64n - 1n

/** Reads a u64. The JSON may contain a number that is too large for a double. */
function quantity(value: unknown, method: string): bigint {
  const found = wholeNumber(value)
  if (found === undefined || found > mostU64) throw invalidAnswer(method)
  return found
}

function member(value: unknown, name: string, method: string): unknown {
  if (typeof value === 'object' && value !== null && name in value)
    return (value as Record<string, unknown>)[name]
  throw invalidAnswer(method)
}

function accountFrom(value: unknown, method: string): ChainAccount | undefined {
  if (value === null) return undefined
  const owner = member(value, 'owner', method)
  const data = member(value, 'data', method)
  const [text, coding] = Array.isArray(data) ? data : []
  if (typeof owner !== 'string' || typeof text !== 'string' || coding !== encoding)
    throw invalidAnswer(method)
  try {
    return {
      lamports: quantity(member(value, 'lamports', method), method),
      owner,
      executable: member(value, 'executable', method) === true,
      data: base64.decode(text),
    }
  } catch {
    throw invalidAnswer(method)
  }
}

function isHash(text: string): boolean {
  try {
    return base58.decode(text).length === 32
  } catch {
    return false
  }
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

function invalidAnswer(method: string) {
  return latchkeyError('rpc/invalid-value', { values: { method } })
}
