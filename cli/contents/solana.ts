import { base58 } from '@scure/base'
import { invalid } from '../cli-error.ts'
import { printable } from '../printable.ts'

/** A transaction as its bytes say it. Read apart from the library that signs it. */
export interface SolanaTransaction {
  readonly version: 'legacy' | 0
  readonly feePayer: string
  readonly signers: readonly { readonly address: string; readonly signed: boolean }[]
  readonly recentBlockhash: string
  /** What the signatures are over. */
  readonly message: Uint8Array
  readonly instructions: readonly Instruction[]
  /** What the network takes at most, in lamports. */
  readonly fee: bigint
  /** The block hash is a stored one that does not grow old. */
  readonly durable: boolean
}

export interface Instruction {
  readonly program: string
  /** In words; undefined for a program that is not known here. */
  readonly does: string | undefined
  readonly data: string
  readonly accounts: readonly string[]
}

const system = '11111111111111111111111111111111'
const computeBudget = 'ComputeBudget111111111111111111111111111111'
const tokenPrograms: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]
const associatedToken = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const memos: readonly string[] = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
]

const perSignature = 5_000n
/** What a transaction without a limit of its own may use for each instruction, and at most. */
const usualUnits = 200_000
const maxUnits = 1_400_000

/** @throws a usage error that names the part. */
export function readSolanaTransaction(wire: Uint8Array): SolanaTransaction {
  const bytes = new Bytes(wire, 'transaction')
  if (wire.length > 1232) throw invalid('transaction', `has ${wire.length} bytes, and the network takes 1232`)
  const signatures = bytes.list('signatures', () => bytes.take(64, 'signatures'))
  const message = wire.slice(bytes.at)
  const versioned = (bytes.peek() ?? 0) >= 0x80
  if (versioned && bytes.byte('version') !== 0x80)
    throw invalid('transaction.version', 'is not known: there are legacy ones and 0')
  const [required, , readonlyOthers] = bytes.take(3, 'header')
  const keys = bytes.list('accountKeys', () => base58.encode(bytes.take(32, 'accountKeys')))
  if (!required || required > keys.length || (readonlyOthers ?? 0) > keys.length - required)
    throw invalid('transaction.header', 'does not fit its accounts')
  if (signatures.length !== required)
    throw invalid(
      'transaction.signatures',
      `has place for ${signatures.length}, and ${required} are required`,
    )
  const recentBlockhash = base58.encode(bytes.take(32, 'recentBlockhash'))
  const raw = bytes.list('instructions', () => ({
    program: bytes.byte('instructions'),
    accounts: bytes.list('instructions.accounts', () => bytes.byte('instructions.accounts')),
    data: Buffer.from(bytes.take(bytes.count('instructions.data'), 'instructions.data')),
  }))
  const lookups = versioned ? bytes.list('addressTableLookups', () => lookup(bytes)) : []
  bytes.end()
  const all = [
    ...keys,
    ...lookups.flatMap(({ table, writable }) => writable.map((at) => `no. ${at} of table ${table}`)),
    ...lookups.flatMap(({ table, readable }) => readable.map((at) => `no. ${at} of table ${table}`)),
  ]
  const instructions = raw.map(({ program, accounts, data }, index) => {
    const name = keys[program]
    const named = accounts.map((at) => all[at])
    const missing = named.indexOf(undefined)
    if (name === undefined)
      throw invalid(`transaction.instructions[${index}].programIdIndex`, 'names no account of it')
    if (missing >= 0)
      throw invalid(`transaction.instructions[${index}].accounts[${missing}]`, 'names no account of it')
    const of = named as string[]
    return {
      program: name,
      does: inWords(name, of, data),
      data: data.toString('hex'),
      accounts: of,
      bytes: data,
    }
  })
  return {
    version: versioned ? 0 : 'legacy',
    feePayer: keys[0] ?? '',
    signers: signatures.map((signature, at) => ({
      address: keys[at] ?? '',
      signed: signature.some((byte) => byte !== 0),
    })),
    recentBlockhash,
    message,
    instructions: instructions.map(({ bytes: _, ...rest }) => rest),
    fee: feeOf(required, instructions),
    durable: instructions[0]?.program === system && instructions[0].bytes.subarray(0, 4).equals(nonceAdvance),
  }
}

const nonceAdvance = Buffer.from([4, 0, 0, 0])

function lookup(bytes: Bytes) {
  const field = 'addressTableLookups'
  return {
    table: base58.encode(bytes.take(32, field)),
    writable: bytes.list(field, () => bytes.byte(field)),
    readable: bytes.list(field, () => bytes.byte(field)),
  }
}

function feeOf(signatures: number, instructions: readonly { program: string; bytes: Buffer }[]): bigint {
  let units = Math.min(
    maxUnits,
    usualUnits * instructions.filter(({ program }) => program !== computeBudget).length,
  )
  let price = 0n
  for (const { program, bytes } of instructions) {
    if (program !== computeBudget) continue
    if (bytes[0] === 2 && bytes.length >= 5) units = Math.min(maxUnits, bytes.readUInt32LE(1))
    if (bytes[0] === 3 && bytes.length >= 9) price = bytes.readBigUInt64LE(1)
  }
  return perSignature * BigInt(signatures) + (price * BigInt(units) + 999_999n) / 1_000_000n
}

function inWords(program: string, accounts: readonly string[], data: Buffer): string | undefined {
  try {
    if (program === system) return systemWords(accounts, data)
    if (program === computeBudget) return budgetWords(data)
    if (tokenPrograms.includes(program)) return tokenWords(accounts, data)
    if (program === associatedToken && accounts.length >= 6)
      return `makes the token account ${accounts[1]} of ${accounts[2]} for the token ${accounts[3]}`
    if (memos.includes(program)) return `says "${printable(data.toString('utf8'))}"`
  } catch (error) {
    // Less data than its program wants: the network refuses it, whatever it is.
    if (!(error instanceof RangeError)) throw error
  }
  return undefined
}

function systemWords([from, to, other]: readonly string[], data: Buffer): string | undefined {
  switch (data.readUInt32LE(0)) {
    case 0:
      return `makes the account ${to} with ${sol(data.readBigUInt64LE(4))} of ${from}`
    case 1:
      return `gives the account ${from} to the program ${base58.encode(data.subarray(4, 36))}`
    case 2:
      return `sends ${sol(data.readBigUInt64LE(4))} from ${from} to ${to}`
    case 3:
      return `makes the account ${to} with a seed, paid by ${from}`
    case 4:
      return `renews the stored block hash in ${from}`
    case 5:
      return `takes ${sol(data.readBigUInt64LE(4))} from the nonce account ${from} to ${to}`
    case 11:
      return `sends ${sol(data.readBigUInt64LE(4))} from ${from} to ${other}`
    default:
      return undefined
  }
}

function tokenWords(accounts: readonly string[], data: Buffer): string | undefined {
  const [first, second, third] = accounts
  const amount = () => data.readBigUInt64LE(1)
  const counted = () => decimal(amount(), data.readUInt8(9))
  switch (data.readUInt8(0)) {
    case 3:
      return `sends ${amount()} of the smallest units in token account ${first} to ${second}`
    case 4:
      return `lets ${second} take ${amount()} of the smallest units in token account ${first}`
    case 5:
      return `lets nobody else take from token account ${first}`
    case 6:
      return `gives the authority over ${first} to somebody else`
    case 7:
      return `makes ${amount()} of the smallest units of token ${first} in ${second}`
    case 8:
      return `destroys ${amount()} of the smallest units in token account ${first}`
    case 9:
      return `closes token account ${first}, what is left goes to ${second}`
    case 12:
      return `sends ${counted()} of token ${second} from token account ${first} to ${third}`
    case 13:
      return `lets ${third} take ${counted()} of token ${second} from token account ${first}`
    case 14:
      return `makes ${counted()} of token ${first} in ${second}`
    case 15:
      return `destroys ${counted()} of token ${second} in token account ${first}`
    case 17:
      return `counts the SOL in token account ${first}`
    default:
      return undefined
  }
}

function budgetWords(data: Buffer): string | undefined {
  switch (data.readUInt8(0)) {
    case 2:
      return `uses at most ${data.readUInt32LE(1)} compute units`
    case 3:
      return `pays ${data.readBigUInt64LE(1)} millionths of a lamport for each compute unit`
    default:
      return undefined
  }
}

export function sol(lamports: bigint): string {
  return `${decimal(lamports, 9)} SOL`
}

function decimal(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const part = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return part === '' ? whole : `${whole}.${part}`
}

/** A row of bytes that is read from its start. */
class Bytes {
  at = 0
  readonly #bytes: Uint8Array
  readonly #field: string

  constructor(bytes: Uint8Array, field: string) {
    this.#bytes = bytes
    this.#field = field
  }

  peek(): number | undefined {
    return this.#bytes[this.at]
  }

  take(length: number, part: string): Uint8Array {
    const taken = this.#bytes.slice(this.at, this.at + length)
    if (taken.length < length) throw invalid(`${this.#field}.${part}`, 'is cut off')
    this.at += length
    return taken
  }

  byte(part: string): number {
    return this.take(1, part)[0] ?? 0
  }

  /** Compact-u16: seven bits in each byte, at most three of them, none in vain. */
  count(part: string): number {
    let value = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.byte(part)
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) {
        if ((byte === 0 && shift > 0) || value > 0xffff) break
        return value
      }
    }
    throw invalid(`${this.#field}.${part}`, 'has a count that is not one')
  }

  list<T>(part: string, each: () => T): T[] {
    return Array.from({ length: this.count(part) }, each)
  }

  end(): void {
    const left = this.#bytes.length - this.at
    if (left > 0) throw invalid(this.#field, `goes on for ${left} bytes behind its end`)
  }
}
