import { base58 } from '@scure/base'
import type { Simulation } from '../../../../core/wallet/payments/swap-support.ts'
import { failureError } from '../../failures.ts'
import { feeOf } from '../../fee.ts'
import { sameBytes } from '../../wire.ts'
import type { ChainAccount, SolanaNode } from '../node.ts'
import { isTokenOwned } from '../token.ts'
import { readTables } from './lookup-tables.ts'
import { readMessage } from './message.ts'
import { ownAccounts, readSwap, wrappedMint } from './read-swap.ts'
import { refused } from './refused.ts'

/**
 * The built-in programs whose accounts can hold an owner's coins or rights. Such accounts are nonce, stake, vote and program
 * accounts.
 */
const builtIn: readonly string[] = [
  '11111111111111111111111111111111',
  'Stake11111111111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
]

interface TokenAccount {
  readonly mint: string
  readonly amount: bigint
  /** The bytes of the owner, the delegate and the close authority. */
  readonly authorities: Uint8Array
  /** Whether the account has a delegate, or an authority that may close the account. */
  readonly isShared: boolean
  /** The amount that the delegate may take. */
  readonly delegated: bigint
}

/**
 * Simulates a swap, and compares all accounts of the owner before and after the swap. The swap may take only the amount, the fee
 * and the deposits for the owner's own new accounts. The swap must not give anyone the right to take more later. Resolves with
 * undefined if the transaction isn't a swap.
 * @throws `swap/mismatch`, `node/execution-reverted`; the node's error if the node doesn't simulate
 */
export async function simulateSwap(
  node: SolanaNode,
  account: string,
  wire: Uint8Array,
  token: string | undefined,
  symbol: string,
): Promise<Simulation | undefined> {
  const [message, swap] = [readMessage(wire), readSwap(wire, account)]
  if (!message || !swap) return undefined
  const tables = await readTables(
    node,
    message.tables.map(({ table }) => table),
  )
  const behind = message.tables.flatMap(({ table, writable }) => writable.map((at) => tables[table]?.[at]))
  const addresses = [...new Set([...message.writable, ...behind])].filter((each) => each !== undefined)
  const [before, after] = await Promise.all([
    node.accounts(addresses),
    node.simulateAccounts(wire, addresses),
  ])
  if (after.err !== null) throw failureError(after, symbol)
  const key = base58.decode(account)
  const wrapped = ownAccounts(account, wrappedMint)[0]
  let [lamports, tokens] = [0n, 0n]
  for (const [index, address] of addresses.entries()) {
    const [old, next] = [before[index], after.accounts[index]]
    const [oldToken, nextToken] = [tokenOf(old, account), tokenOf(next, account)]
    const gain = (next?.lamports ?? 0n) - (old?.lamports ?? 0n)
    // If a program becomes the owner of an account, it can take the account's coins later.
    const isChanged =
      address === account
        ? old && next && !(next.owner === old.owner && sameBytes(next.data, old.data))
        : old && builtIn.includes(old.owner) && contains(old.data, key) && !isSameAccount(old, next)
    if (isChanged) throw refused('account', `the swap changes the account ${address}`)
    if (address === account) lamports += gain
    const held = nextToken ?? oldToken
    if (!held) continue
    const change = (nextToken?.amount ?? 0n) - (oldToken?.amount ?? 0n)
    if (held.mint === token) tokens += change
    const closes = swap.unwraps && address === wrapped && !nextToken
    if (!closes && !isControlKept(oldToken, nextToken))
      throw refused('token account', `the swap changes who controls ${address}`)
    const spent = address === swap.source ? swap.amount : 0n
    if (change < -spent && !closes) throw refused('amount', `the swap takes ${-change} from ${address}`)
    // Count arriving wrapped SOL as tokens only. If it also counted as lamports, it could hide SOL that the swap takes.
    const arrived = held.mint === wrappedMint && change > 0n ? change : 0n
    const deposit = gain - arrived
    // Someone else can create more token accounts for the owner, and keep the right to close them. So the deposits of such
    // accounts don't count as the owner's coins.
    const isOwn = ownAccounts(account, held.mint).includes(address)
    if (isOwn || deposit < 0n) lamports += deposit
  }
  const fee = feeOf(wire)
  const isWrappedSpent = swap.source === wrapped
  const paid = -lamports - fee - (isWrappedSpent ? swap.amount : 0n)
  if (paid > 0n) throw refused('value', `the swap takes ${paid} lamports more than the amount and the fee`)
  return { balanceChange: token === undefined ? lamports + fee : tokens }
}

/** Decodes a token account of an owner. Returns undefined for other accounts. */
function tokenOf(account: ChainAccount | undefined, owner: string): TokenAccount | undefined {
  const { data } = account ?? {}
  // In Token-2022, the byte after the first 165 bytes is the account's type: 2 for a token account.
  if (!data || !isTokenOwned(account) || data.length < 165 || (data.length > 165 && data[165] !== 2))
    return undefined
  if (base58.encode(data.slice(32, 64)) !== owner) return undefined
  return {
    mint: base58.encode(data.slice(0, 32)),
    amount: new DataView(data.buffer, data.byteOffset).getBigUint64(64, true),
    authorities: Uint8Array.from([...data.slice(32, 64), ...data.slice(72, 108), ...data.slice(129, 165)]),
    isShared: data[72] !== 0 || data[129] !== 0,
    delegated: new DataView(data.buffer, data.byteOffset).getBigUint64(121, true),
  }
}

/** Returns whether a swap keeps a token account open, and gives no one else a right to it. */
function isControlKept(old: TokenAccount | undefined, next: TokenAccount | undefined): boolean {
  if (!next) return !old
  if (!old) return !next.isShared
  return sameBytes(old.authorities, next.authorities) && next.delegated <= old.delegated
}

function isSameAccount(old: ChainAccount, next: ChainAccount | undefined): boolean {
  return next?.owner === old.owner && next.lamports === old.lamports && sameBytes(next.data, old.data)
}

function contains(data: Uint8Array, part: Uint8Array): boolean {
  for (let at = 0; at + part.length <= data.length; at++)
    if (part.every((byte, index) => data[at + index] === byte)) return true
  return false
}
