import type { FamilyReader } from './family-reader.ts'
import { invalidAnswer, type NodePort } from './node-port.ts'

interface TokenBalance {
  readonly accountIndex: number
  readonly mint: string
  readonly owner?: string
  readonly uiTokenAmount: { readonly amount: string }
}
interface RawTransaction {
  readonly slot: number
  readonly transaction: { readonly message: { readonly accountKeys: readonly string[] } }
  readonly meta: {
    readonly err: unknown
    readonly fee: number
    readonly preBalances: readonly number[]
    readonly postBalances: readonly number[]
    readonly preTokenBalances: readonly TokenBalance[]
    readonly postTokenBalances: readonly TokenBalance[]
    readonly loadedAddresses?: { readonly writable: readonly string[]; readonly readonly: readonly string[] }
  }
}

const commitment = 'confirmed'

export function solanaReader(node: NodePort): FamilyReader {
  const ask = <T>(method: string, ...params: readonly unknown[]) => node.call<T>(method, params)
  const transaction = (hash: string) =>
    ask<RawTransaction | null>('getTransaction', hash, {
      commitment,
      encoding: 'json',
      maxSupportedTransactionVersion: 0,
    })
  const mintOf = (asset: string) => asset.slice(asset.lastIndexOf(':') + 1)

  return {
    // The id has the first 32 characters of the genesis hash (CAIP-30).
    network: async () => `solana:${(await ask<string>('getGenesisHash')).slice(0, 32)}`,
    async balance(address, asset) {
      if (!asset)
        return lamports((await ask<{ value: unknown }>('getBalance', address, { commitment })).value)
      const filter = { mint: mintOf(asset) }
      const { value } = await ask<{
        value: readonly { readonly account: { readonly data: readonly string[] } }[]
      }>('getTokenAccountsByOwner', address, filter, { commitment, encoding: 'base64' })
      return value.reduce(
        (sum, { account }) => sum + Buffer.from(account.data[0] ?? '', 'base64').readBigUInt64LE(64),
        0n,
      )
    },
    decimals: async (asset) =>
      (await ask<{ value: { decimals: number } }>('getTokenSupply', mintOf(asset))).value.decimals,
    async find({ hash }) {
      const found = await transaction(hash)
      if (!found) return undefined
      const { err, fee } = found.meta
      return {
        succeeded: err === null,
        block: BigInt(found.slot),
        fee: lamports(fee),
        deposit: depositOf(found),
        from: found.transaction.message.accountKeys.slice(0, 1),
        to: receiversOf(found),
      }
    },
    async change({ hash }, _, address, asset) {
      const found = await transaction(hash)
      if (!found) throw invalidAnswer(`getTransaction ${hash}`)
      const { meta } = found
      if (asset) {
        const held = (list: readonly TokenBalance[]) =>
          list
            .filter(({ mint, owner }) => mint === mintOf(asset) && owner === address)
            .reduce((sum, { uiTokenAmount }) => sum + BigInt(uiTokenAmount.amount), 0n)
        return { before: held(meta.preTokenBalances), after: held(meta.postTokenBalances) }
      }
      const at = accountsOf(found).indexOf(address)
      // The transaction doesn't touch this account, so nothing changes.
      if (at < 0) return { before: 0n, after: 0n }
      return { before: lamports(meta.preBalances[at]), after: lamports(meta.postBalances[at]) }
    },
  }
}

/** Returns the rent of the token accounts that the transaction created. Rent isn't part of the amount or the fee. */
function depositOf({ meta }: RawTransaction): bigint {
  const tokens = new Set(meta.postTokenBalances.map(({ accountIndex }) => accountIndex))
  return meta.postBalances.reduce(
    (sum, after, index) => sum + (tokens.has(index) && meta.preBalances[index] === 0 ? lamports(after) : 0n),
    0n,
  )
}

/** Returns the accounts in the order of the balances: the accounts of the message, then those of its address lookup tables. */
function accountsOf({ transaction, meta }: RawTransaction): readonly string[] {
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {}
  return [...transaction.message.accountKeys, ...writable, ...readonly]
}

/** Returns the accounts whose coins or tokens increased. For a token account, returns its owner. */
function receiversOf(found: RawTransaction): readonly string[] {
  const { meta } = found
  const before = new Map(
    meta.preTokenBalances.map((held) => [held.accountIndex, held.uiTokenAmount.amount] as const),
  )
  const owners = new Map(meta.postTokenBalances.map((held) => [held.accountIndex, held.owner] as const))
  const tokens = meta.postTokenBalances.flatMap(({ accountIndex, owner, uiTokenAmount }) =>
    BigInt(uiTokenAmount.amount) > BigInt(before.get(accountIndex) ?? '0') ? (owner ?? []) : [],
  )
  const coins = accountsOf(found).filter(
    (_, at) => !owners.has(at) && lamports(meta.postBalances[at]) > lamports(meta.preBalances[at]),
  )
  return [...new Set([...tokens, ...coins])]
}

function lamports(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  throw invalidAnswer('a read of lamports')
}
