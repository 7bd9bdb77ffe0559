import { base58 } from '@scure/base'
import type { ErrorCode } from '../../../../core/errors/catalogue.ts'
import { isLatchkeyError } from '../../../../core/errors/latchkey-error.ts'
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

/** The errors after which a swap isn't simulated: the node doesn't offer the method, or limits requests. */
const cannot: readonly ErrorCode[] = [
  'rpc/method-unsupported',
  'rpc/method-not-allowed',
  'rpc/limit-exceeded',
]

interface TokenAccount {
  readonly mint: string
  readonly amount: bigint
  /** The bytes of the owner, the delegate and the close authority. */
  readonly authorities: Uint8Array
}

/**
 * Simulates a swap, and compares all accounts of the owner before and after the swap. The swap may take only the amount, the fee
 * and the deposits for the owner's own new accounts. The swap must not change who controls the owner's token accounts. Resolves
 * with undefined if the node doesn't simulate.
 * @throws `swap/mismatch`, `node/execution-reverted`
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
    node.simulateAccounts(wire, addresses).catch((error: unknown) => {
      if (isLatchkeyError(error) && cannot.includes(error.code)) return undefined
      throw error
    }),
  ])
  if (!after) return undefined
  if (after.err !== null) throw failureError(after, symbol)
  const wrapped = ownAccounts(account, wrappedMint)[0]
  let [lamports, tokens] = [0n, 0n]
  for (const [index, address] of addresses.entries()) {
    const [old, next] = [before[index], after.accounts[index]]
    const [oldToken, nextToken] = [tokenOf(old, account), tokenOf(next, account)]
    if (address === account || oldToken || nextToken)
      lamports += (next?.lamports ?? 0n) - (old?.lamports ?? 0n)
    if (!oldToken && !nextToken) continue
    const change = (nextToken?.amount ?? 0n) - (oldToken?.amount ?? 0n)
    if (token !== undefined && (nextToken ?? oldToken)?.mint === token) tokens += change
    const closes = swap.unwraps && address === wrapped
    if (oldToken && !closes && !(nextToken && sameBytes(oldToken.authorities, nextToken.authorities)))
      throw refused('token account', `the swap changes who controls ${address}`)
    const spent = address === swap.source ? swap.amount : 0n
    if (change < -spent && !closes) throw refused('amount', `the swap takes ${-change} from ${address}`)
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
  }
}
