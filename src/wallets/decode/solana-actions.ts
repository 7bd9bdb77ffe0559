import { base58 } from '@scure/base'
import { messageText } from './message.ts'

/** An amount of a token. Some instructions name neither the token's mint nor its decimals. */
export interface TokenAmount {
  /** The amount in the smallest unit. */
  readonly amount: bigint
  readonly decimals?: number
  readonly mint?: string
}

/** The effect of one instruction of a known program. Amounts of SOL are in lamports. */
export type SolanaAction =
  | { readonly kind: 'transfer'; readonly lamports: bigint; readonly from: string; readonly to: string }
  | {
      /** An account that is created with a seed has no key of its own. */
      readonly kind: 'create-account' | 'create-account-with-seed'
      readonly lamports: bigint
      readonly from: string
      readonly account: string
      /** The program that owns and controls the account. */
      readonly program: string
    }
  | { readonly kind: 'assign-account'; readonly account: string; readonly program: string }
  | { readonly kind: 'advance-nonce'; readonly account: string }
  | { readonly kind: 'authorize-nonce'; readonly account: string; readonly to: string }
  | { readonly kind: 'withdraw-nonce'; readonly lamports: bigint; readonly from: string; readonly to: string }
  | { readonly kind: 'limit-units'; readonly units: number }
  | { readonly kind: 'price-units'; readonly microLamports: bigint }
  | { readonly kind: 'memo'; readonly text: string }
  | {
      readonly kind: 'create-token-account'
      readonly account: string
      /** The account that pays the deposit. */
      readonly payer: string
      readonly owner: string
      readonly mint: string
    }
  | {
      readonly kind: 'token-transfer'
      readonly token: TokenAmount
      readonly from: string
      readonly to: string
      /** The part of the amount that the token keeps as a fee (Token-2022). */
      readonly fee?: bigint
    }
  | {
      readonly kind: 'token-approve'
      readonly token: TokenAmount
      readonly account: string
      readonly delegate: string
    }
  | { readonly kind: 'token-revoke'; readonly account: string }
  | {
      readonly kind: 'token-set-authority'
      readonly account: string
      /** The new authority. Undefined if the authority is removed, which can't be undone. */
      readonly to: string | undefined
    }
  | { readonly kind: 'token-mint'; readonly token: TokenAmount; readonly mint: string; readonly to: string }
  | {
      readonly kind: 'token-burn'
      readonly token: TokenAmount
      readonly account: string
    }
  | { readonly kind: 'token-close'; readonly account: string; readonly to: string }
  | { readonly kind: 'token-sync'; readonly account: string }

const systemProgram = '11111111111111111111111111111111'
const computeBudget = 'ComputeBudget111111111111111111111111111111'
const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const token2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const associatedToken = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const memos: readonly string[] = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
]

/** Decodes an instruction. Returns undefined for an unknown program or instruction, and if accounts or data are missing. */
export function solanaAction(
  program: string,
  accounts: readonly string[],
  data: Uint8Array,
): SolanaAction | undefined {
  const parts = new Parts(accounts, data)
  try {
    if (program === systemProgram) return systemAction(parts)
    if (program === computeBudget) return budgetAction(parts)
    if (program === tokenProgram) return tokenAction(parts)
    if (program === token2022) return token2022Action(parts) ?? tokenAction(parts, lastAuthority2022)
    // An instruction without data, or with the first byte 0 or 1, creates an account. With 2, it recovers a nested account.
    if (program === associatedToken && accounts.length >= 6 && data.length < 2 && (data[0] ?? 0) < 2)
      return {
        kind: 'create-token-account',
        account: parts.account(1),
        payer: parts.account(0),
        owner: parts.account(2),
        mint: parts.account(3),
      }
    if (memos.includes(program)) return { kind: 'memo', text: messageText(data) }
  } catch (error) {
    // If the instruction lacks accounts or data, the network rejects it.
    if (!(error instanceof RangeError)) throw error
  }
  return undefined
}

/** The minimum number of accounts by instruction number. Programs reject instructions with fewer accounts. */
const systemAccounts: Readonly<Record<number, number>> = { 0: 2, 1: 1, 2: 2, 3: 2, 4: 3, 5: 5, 7: 2, 11: 3 }
const tokenAccounts: Readonly<Record<number, number>> = {
  ...{ 3: 3, 4: 3, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3 },
  ...{ 12: 4, 13: 4, 14: 3, 15: 3, 17: 1 },
}

/** Decodes an instruction of the system program. */
function systemAction(parts: Parts): SolanaAction | undefined {
  const first = () => parts.account(0)
  const second = () => parts.account(1)
  const number = parts.u32(0)
  parts.need(systemAccounts[number])
  switch (number) {
    case 0:
      return {
        kind: 'create-account',
        lamports: parts.u64(4),
        from: first(),
        account: second(),
        program: base58.encode(parts.bytes(20, 32)),
      }
    case 1:
      return { kind: 'assign-account', account: first(), program: base58.encode(parts.bytes(4, 32)) }
    case 2:
      return { kind: 'transfer', lamports: parts.u64(4), from: first(), to: second() }
    case 3:
      return createWithSeed(parts)
    case 4:
      return { kind: 'advance-nonce', account: first() }
    case 5:
      return { kind: 'withdraw-nonce', lamports: parts.u64(4), from: first(), to: second() }
    case 7:
      return { kind: 'authorize-nonce', account: first(), to: base58.encode(parts.bytes(4, 32)) }
    case 11:
      // Check that the seed (with its length prefix) and the owner are present.
      parts.bytes(20 + Number(parts.u64(12)), 32)
      return { kind: 'transfer', lamports: parts.u64(4), from: first(), to: parts.account(2) }
    default:
      return undefined
  }
}

/**
 * Decodes `create-account-with-seed`. The data contains the base key, the seed with its length prefix, and the fields of
 * `create-account`.
 */
function createWithSeed(parts: Parts): SolanaAction {
  const seed = Number(parts.u64(36))
  const at = 44 + seed
  return {
    kind: 'create-account-with-seed',
    lamports: parts.u64(at),
    from: parts.account(0),
    account: parts.account(1),
    program: base58.encode(parts.bytes(at + 16, 32)),
  }
}

/** The number of the last authority type. The types 0 to 3 are the authorities to mint, freeze, own and close. */
const lastAuthority = 3
/** The number of the last authority type of Token-2022's extensions: the authority to pause a token. */
const lastAuthority2022 = 16

/** Decodes a transfer with a fee, which only Token-2022 has. Returns undefined for other instructions. */
function token2022Action(parts: Parts): SolanaAction | undefined {
  // TransferCheckedWithFee: https://github.com/solana-program/token-2022, extension/transfer_fee/instruction.rs
  if (parts.u8(0) !== 26 || parts.u8(1) !== 1) return undefined
  parts.need(4)
  return {
    kind: 'token-transfer',
    token: { amount: parts.u64(2), decimals: parts.u8(10), mint: parts.account(1) },
    from: parts.account(0),
    to: parts.account(2),
    fee: parts.u64(11),
  }
}

/** Decodes an instruction of the token program. The instructions 12 to 15 name the mint and its decimals. */
function tokenAction(parts: Parts, lastType = lastAuthority): SolanaAction | undefined {
  const at = (index: number) => parts.account(index)
  const bare = (): TokenAmount => ({ amount: parts.u64(1) })
  const of = (mint: number): TokenAmount => ({ amount: parts.u64(1), decimals: parts.u8(9), mint: at(mint) })
  const number = parts.u8(0)
  parts.need(tokenAccounts[number])
  switch (number) {
    case 3:
      return { kind: 'token-transfer', token: bare(), from: at(0), to: at(1) }
    case 4:
      return { kind: 'token-approve', token: bare(), account: at(0), delegate: at(1) }
    case 5:
      return { kind: 'token-revoke', account: at(0) }
    case 6:
      // A higher number belongs to an unknown extension, or the network rejects it.
      if (parts.u8(1) > lastType) return undefined
      return {
        kind: 'token-set-authority',
        account: at(0),
        to: !parts.flag(2) ? undefined : base58.encode(parts.bytes(3, 32)),
      }
    case 7:
      return { kind: 'token-mint', token: bare(), mint: at(0), to: at(1) }
    case 8:
      return { kind: 'token-burn', token: bare(), account: at(0) }
    case 9:
      return { kind: 'token-close', account: at(0), to: at(1) }
    case 12:
      return { kind: 'token-transfer', token: of(1), from: at(0), to: at(2) }
    case 13:
      return { kind: 'token-approve', token: of(1), account: at(0), delegate: at(2) }
    case 14:
      return { kind: 'token-mint', token: of(0), mint: at(0), to: at(1) }
    case 15:
      return { kind: 'token-burn', token: of(1), account: at(0) }
    case 17:
      return { kind: 'token-sync', account: at(0) }
    default:
      return undefined
  }
}

function budgetAction(parts: Parts): SolanaAction | undefined {
  switch (parts.u8(0)) {
    case 2:
      return { kind: 'limit-units', units: parts.u32(1) }
    case 3:
      return { kind: 'price-units', microLamports: parts.u64(1) }
    default:
      return undefined
  }
}

/** The accounts and the data of an instruction. Reading a missing part throws a RangeError. */
class Parts {
  readonly #accounts: readonly string[]
  readonly #view: DataView
  readonly #data: Uint8Array

  constructor(accounts: readonly string[], data: Uint8Array) {
    this.#accounts = accounts
    this.#data = data
    this.#view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  }

  need(accounts = 0): void {
    if (this.#accounts.length < accounts) throw new RangeError('an account is missing')
  }

  account(index: number): string {
    const account = this.#accounts[index]
    if (account === undefined) throw new RangeError('an account is missing')
    return account
  }

  u8(at: number): number {
    return this.#view.getUint8(at)
  }

  flag(at: number): boolean {
    const value = this.u8(at)
    if (value > 1) throw new RangeError('the flag is neither 0 nor 1')
    return value === 1
  }

  u32(at: number): number {
    return this.#view.getUint32(at, true)
  }

  u64(at: number): bigint {
    return this.#view.getBigUint64(at, true)
  }

  bytes(at: number, length: number): Uint8Array {
    if (this.#data.length < at + length) throw new RangeError('data is missing')
    return this.#data.subarray(at, at + length)
  }
}
