import { base58, base64 } from '@scure/base'
import { formatUnits } from '../../core/amounts/units.ts'
import { decodeSolanaTransaction, type SolanaTransaction } from '../decode/solana.ts'
import type { Params } from '../describe/described.ts'
import { solText } from '../describe/solana.ts'
import type { NodeCall } from '../node-pool.ts'
import { Changes, foreignText, membersOf, native, readable, type Simulation } from './simulation.ts'

const tokenPrograms: readonly unknown[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]
const commitment = 'confirmed'

/** Simulates one transaction. Its signatures may be missing. */
export async function simulateSolana(method: string, params: Params, node: NodeCall): Promise<Simulation> {
  const several = method === 'solana_signAllTransactions' ? (params.transactions as readonly unknown[]) : []
  if (several.length > 1) throw new Error('several transactions can depend on each other')
  const wire = String(several[0] ?? params.transaction)
  const transaction = decodeSolanaTransaction(base64.decode(wire))
  const account = String(params.pubkey ?? transaction.feePayer)
  const named = [account, ...transaction.instructions.flatMap(({ accounts }) => accounts)]
  // Skip the addresses in lookup tables, because the transaction doesn't contain them. For such an address, the decoder returns a
  // text with a space.
  const addresses = [...new Set(named)].filter((address) => !address.includes(' '))
  const before = contentOf(await node('getMultipleAccounts', [addresses, { encoding: 'base64', commitment }]))
  const result = membersOf(
    contentOf(
      await node('simulateTransaction', [
        wire,
        {
          ...{ encoding: 'base64', commitment, sigVerify: false },
          // A transaction with a durable nonce doesn't use the block hash.
          replaceRecentBlockhash: !transaction.durable,
          accounts: { encoding: 'base64', addresses },
        },
      ]),
    ),
  )
  const { err, accounts } = readable(result)
  if (err !== null && err !== undefined) return { failure: `fails: ${foreignText(JSON.stringify(err))}` }
  const [old, now] = [accountsIn(before, addresses), accountsIn(accounts, addresses)]
  const changes = changesOf(old, now, account)
  // The fee is shown separately, so add it back.
  if (transaction.feePayer === account) changes.add(native, transaction.fee)
  const expected = expectedOf(transaction, account, old, now)
  const decimals = await decimalsOf([...changes.assets, ...(expected?.assets ?? [])], node)
  const hidden = addresses.length < new Set(named).size
  return {
    ...{ changes, expected },
    partial: hidden,
    notes: hidden ? [['note', "accounts behind lookup tables aren't counted"]] : [],
    amount(asset, amount) {
      if (asset === native) return solText(amount)
      const places = decimals.get(asset)
      if (places === undefined) return `${amount} of the smallest unit of the token ${asset}`
      return `${formatUnits(amount, places)} of the token ${asset}`
    },
  }
}

interface Account {
  readonly lamports: bigint
  /** The content of a token account. Undefined for other accounts. */
  readonly token?: { readonly mint: string; readonly holder: string; readonly amount: bigint } | undefined
}

type Accounts = ReadonlyMap<string, Account>

function contentOf(answer: unknown): unknown {
  return readable(membersOf(answer)).value
}

function accountsIn(list: unknown, addresses: readonly string[]): Accounts {
  const all = readable(Array.isArray(list) && list.length === addresses.length ? list : undefined)
  const entries = addresses.flatMap((address, at) => {
    if (all[at] === null) return []
    const { lamports, owner, data } = readable(membersOf(all[at]))
    const [text] = readable(Array.isArray(data) ? (data as readonly unknown[]) : undefined)
    const bytes = base64.decode(String(text))
    const isToken = tokenPrograms.includes(owner) && bytes.length >= 165
    return [
      [address, { lamports: BigInt(String(lamports)), token: isToken ? tokenIn(bytes) : undefined }] as const,
    ]
  })
  return new Map(entries)
}

function tokenIn(bytes: Uint8Array) {
  return {
    mint: base58.encode(bytes.subarray(0, 32)),
    holder: base58.encode(bytes.subarray(32, 64)),
    amount: new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(64, true),
  }
}

/** Returns the differences between the account's old and new balances, in SOL and in its token accounts. */
function changesOf(old: Accounts, now: Accounts, account: string): Changes {
  const changes = new Changes()
  for (const [accounts, sign] of [[old, -1n] as const, [now, 1n] as const]) {
    changes.add(native, sign * (accounts.get(account)?.lamports ?? 0n))
    for (const { token } of accounts.values())
      if (token?.holder === account) changes.add(token.mint, sign * token.amount)
  }
  return changes
}

/**
 * Returns the balance changes that the decoded instructions cause for the account. Returns undefined if the changes of an
 * instruction aren't known in advance.
 */
function expectedOf(
  { instructions }: SolanaTransaction,
  account: string,
  old: Accounts,
  now: Accounts,
): Changes | undefined {
  const expected = new Changes()
  const own = (address: string) => {
    const token = (now.get(address) ?? old.get(address))?.token
    return token?.holder === account ? token.mint : undefined
  }
  for (const { action } of instructions) {
    switch (action?.kind) {
      case 'transfer':
        if (action.from === account) expected.add(native, -action.lamports)
        if (action.to === account) expected.add(native, action.lamports)
        break
      case 'token-transfer': {
        const { amount } = action.token
        const [from, to] = [own(action.from), own(action.to)]
        if (from !== undefined) expected.add(from, -amount)
        if (to !== undefined) expected.add(to, amount - (action.fee ?? 0n))
        break
      }
      case 'limit-units':
      case 'price-units':
      case 'memo':
      case 'advance-nonce':
      case 'token-approve':
      case 'token-revoke':
        break
      default:
        return undefined
    }
  }
  return expected
}

/** Reads the decimals of mints, which are byte 44 of a mint's data. */
async function decimalsOf(assets: readonly string[], node: NodeCall): Promise<ReadonlyMap<string, number>> {
  const mints = [...new Set(assets)].filter((asset) => asset !== native)
  if (mints.length === 0) return new Map()
  const list = contentOf(await node('getMultipleAccounts', [mints, { encoding: 'base64', commitment }]))
  const found = readable(Array.isArray(list) ? (list as readonly unknown[]) : undefined)
  return new Map(
    mints.flatMap((mint, at) => {
      const { owner, data } = membersOf(found[at]) ?? {}
      const decimals = base64.decode(String(Array.isArray(data) ? data[0] : ''))[44]
      return tokenPrograms.includes(owner) && decimals !== undefined ? [[mint, decimals] as const] : []
    }),
  )
}
