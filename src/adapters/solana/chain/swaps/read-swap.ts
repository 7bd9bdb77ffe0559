import { PublicKey, SystemProgram } from '@solana/web3.js'
import type { SwapRequest } from '../../../../core/wallet/payments/swap-provider.ts'
import type { DecodedSwap } from '../../../../core/wallet/payments/swap-support.ts'
import { associatedAccount, associatedTokenProgram, token2022Program, tokenProgram } from '../token.ts'
import { type JupiterRoute, jupiterProgram, readJupiter } from './jupiter.ts'
import { type ReadInstruction, readMessage } from './message.ts'
import { refused } from './refused.ts'

/** The mint of wrapped SOL. */
export const wrappedMint = 'So11111111111111111111111111111111111111112'
export const computeBudget = 'ComputeBudget111111111111111111111111111111'
const system = SystemProgram.programId.toBase58()
const programs = [tokenProgram, token2022Program]
const [token, token2022] = programs.map((program) => program.toBase58())

/** A token account that a transaction creates for its sender. */
export interface CreatedAccount {
  readonly address: string
  readonly mint: string
}

/** A decoded swap transaction. */
export interface ReadSwap extends JupiterRoute {
  /** The lamports that the transaction wraps. Undefined if it wraps none. */
  readonly wraps: bigint | undefined
  /** Whether the transaction turns the account's wrapped SOL into SOL at the end. */
  readonly unwraps: boolean
  readonly creates: readonly CreatedAccount[]
}

/** Returns an owner's two associated token accounts for a mint: one of the token program, and one of Token-2022. */
export function ownAccounts(owner: string, mint: string): readonly string[] {
  const key = new PublicKey(mint)
  return programs.map((program) => associatedAccount(owner, { mint: key, program }).toBase58())
}

/**
 * Decodes a transaction that swaps with Jupiter's program. The proof needs only the transaction's own bytes. An account from a
 * lookup table proves nothing, because only nodes know the table's content. Besides the swap, the transaction may set the compute
 * budget, create the account's own token accounts, and wrap and unwrap SOL. Returns undefined for a transaction without Jupiter's
 * program.
 * @throws `swap/mismatch` with the part that can't be proven.
 */
export function readSwap(wire: Uint8Array, account: string): ReadSwap | undefined {
  const message = readMessage(wire)
  const swaps = message?.instructions.filter(({ program }) => program === jupiterProgram)
  if (!message || !swaps || swaps.length === 0) return undefined
  if (swaps.length > 1) throw refused('instruction', 'the transaction swaps twice')
  if (message.keys[0] !== account) throw refused('account', `the fee is paid by ${message.keys[0]}`)
  if (message.signers !== 1) throw refused('signer', `${message.signers} accounts must sign`)
  const wrapped = ownAccounts(account, wrappedMint)[0] ?? ''
  const creates: CreatedAccount[] = []
  let route: JupiterRoute | undefined
  let wraps: bigint | undefined
  let unwraps = false
  for (const each of message.instructions) {
    const { program, accounts, data } = each
    if (program === jupiterProgram) route = readJupiter(accounts, data)
    else if (program === computeBudget) checkBudget(data)
    else if (program === associatedTokenProgram.toBase58()) {
      // An account could be closed after the swap, and then created again. The shown fee doesn't contain this second deposit.
      if (route) throw refused('instruction', 'it creates a token account after the swap')
      creates.push(createdBy(each, account))
    } else if (program === system) {
      if (wraps !== undefined || route) throw refused('instruction', 'it transfers SOL besides the swap')
      wraps = wrappedBy(each, account, wrapped)
    } else if (program === token && data[0] === 17 && data.length === 1) {
      if (accounts[0] !== wrapped) throw refused('wrapped account', `it syncs ${accounts[0]}`)
    } else if (program === token && data[0] === 9 && data.length === 1) {
      if (!route || unwraps) throw refused('instruction', 'it closes an account before the swap, or twice')
      checkClose(each, account, wrapped)
      unwraps = true
    } else throw refused('instruction', `a call of ${program ?? 'a program in a lookup table'} isn't known`)
  }
  return route && { ...route, wraps, unwraps, creates }
}

/**
 * Decodes a swap, and checks that the account's own token accounts pay and receive.
 * @param pair The requested tokens. Needed because `route` contains the token account that pays, but not the account's mint.
 * @throws `swap/mismatch`
 */
export function readGuarantee(
  wire: Uint8Array,
  account: string,
  pair: Pick<SwapRequest, 'from' | 'to'> | undefined,
): Omit<DecodedSwap, 'deadline'> | undefined {
  const swap = readSwap(wire, account)
  if (!swap) return undefined
  const { authority, source, destination, targetMint, amount, minimum, wraps, unwraps } = swap
  const sourceMint = swap.sourceMint ?? (pair ? (pair.from.address ?? wrappedMint) : undefined)
  if (authority !== account) throw refused('account', `the swap is signed by ${authority}`)
  if (sourceMint === undefined || !ownAccounts(account, sourceMint).includes(source))
    throw refused('source token', `the swap spends from the token account ${source}`)
  if (!ownAccounts(account, targetMint).includes(destination))
    throw refused('receiver', `the swap pays the token account ${destination}`)
  if (sourceMint === targetMint) throw refused('target token', 'it is the source token')
  if (wraps !== undefined && sourceMint !== wrappedMint)
    throw refused('source token', `the transaction wraps SOL, but swaps ${sourceMint}`)
  if (unwraps && wraps === undefined && targetMint !== wrappedMint)
    throw refused('wrapped account', 'it turns wrapped SOL into SOL that the swap has no part in')
  if (wraps !== undefined && wraps !== amount) throw refused('value', `the transaction wraps ${wraps}`)
  return {
    kind: 'swap',
    router: jupiterProgram,
    path: [sourceMint, targetMint],
    fromCoin: wraps !== undefined,
    toCoin: unwraps && targetMint === wrappedMint,
    amount,
    minimum,
    receiver: account,
  }
}

/** Allows only `SetComputeUnitLimit` and `SetComputeUnitPrice`, because the shown fee includes the limit and the price. */
function checkBudget(data: Uint8Array): void {
  const known = (data[0] === 2 && data.length === 5) || (data[0] === 3 && data.length === 9)
  if (!known) throw refused('instruction', 'a compute budget instruction is not known')
}

/** Decodes `CreateIdempotent` of the associated token account program. */
function createdBy({ accounts, data }: ReadInstruction, account: string): CreatedAccount {
  const [payer, address, owner, mint, , program] = accounts
  if (data.length !== 1 || data[0] !== 1)
    throw refused('instruction', 'a call of the associated token account program is not known')
  if (payer !== account || owner !== account)
    throw refused('token account', `it creates an account of ${owner ?? 'an unknown owner'}`)
  const at = [token, token2022].indexOf(program ?? '')
  if (mint === undefined || address === undefined || at < 0 || ownAccounts(account, mint)[at] !== address)
    throw refused('token account', `it creates ${address ?? 'an account in a lookup table'}`)
  return { address, mint }
}

/** Decodes the system program's `Transfer` that wraps SOL. Returns the amount in lamports. */
function wrappedBy({ accounts, data }: ReadInstruction, account: string, wrapped: string): bigint {
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  if (data.length !== 12 || view.getUint32(0, true) !== 2)
    throw refused('instruction', 'a call of the system program is not known')
  const [from, to] = accounts
  if (from !== account || to !== wrapped)
    throw refused('wrapped account', `it transfers SOL to ${to ?? 'an account in a lookup table'}`)
  return view.getBigUint64(4, true)
}

/** Checks that `CloseAccount` of the token program returns the account's wrapped SOL to the account. */
function checkClose({ accounts }: ReadInstruction, account: string, wrapped: string): void {
  const [closed, to, owner] = accounts
  if (closed !== wrapped) throw refused('wrapped account', `it closes ${closed}`)
  if (to !== account || owner !== account) throw refused('receiver', `the closed account's SOL goes to ${to}`)
}
