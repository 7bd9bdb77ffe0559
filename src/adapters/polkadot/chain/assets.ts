import { tokenSymbol } from '../../../core/amounts/token-symbol.ts'
import type { CaipAssetId } from '../../../core/chain/caip.ts'
import { parseCaipAssetId } from '../../../core/chain/caip-19.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { JsonRpcPort } from '../../../ports.ts'
import { invalid } from '../checks.ts'
import type { Runtime } from './runtime.ts'
import { type ReadOptions, readStorage, type Value } from './storage.ts'

/** An asset of the Assets pallet. */
export interface Asset {
  readonly id: number | string
  readonly decimals: number
  readonly symbol: string
  readonly minBalance: bigint
  /** Whether holding the asset is enough to keep an account alive. */
  readonly sufficient: boolean
  /** Whether the asset can be transferred. False if the issuer has frozen the asset, or has begun to remove it. */
  readonly live: boolean
}

export interface Holding {
  readonly balance: bigint
  /** Whether the account can't send the asset. */
  readonly frozen: boolean
  /** Whether the account can't receive the asset. */
  readonly blocked: boolean
  readonly exists: boolean
}

/**
 * Returns the id in the Assets pallet, such as 1984 for `polkadot:68d5…/asset:1984`. Returns undefined for the native coin
 * (`slip44:…`).
 * @throws `caip/invalid-asset-id`, `validation/invalid-input` for an asset of another network or another kind.
 */
export function assetId(
  network: ChainNetwork<'polkadot'>,
  asset: CaipAssetId<'polkadot'> | undefined,
): number | undefined {
  if (asset === undefined) return undefined
  const { networkId, assetNamespace, assetReference } = parseCaipAssetId(asset)
  if (networkId !== network.caipNetworkId) throw invalid('asset', `${asset} is not on ${network.name}`)
  if (assetNamespace === 'slip44') return undefined
  const id = /^(0|[1-9]\d{0,9})$/.test(assetReference) ? Number(assetReference) : Number.NaN
  if (assetNamespace !== 'asset' || !(id <= 0xffff_ffff))
    throw invalid('asset', `${asset} isn't an asset of the Assets pallet`)
  return id
}

/**
 * @param id The id, as decimal text if it may be larger than a safe integer.
 * @throws `validation/invalid-input` for an asset that doesn't exist.
 */
export async function readAsset(
  port: JsonRpcPort,
  runtime: Runtime,
  id: number | string,
  opts?: ReadOptions,
): Promise<Asset> {
  const [details, metadata] = await Promise.all([
    readStorage<Details>(port, runtime, ['assets', 'asset'], [id], opts),
    readStorage<Metadata>(port, runtime, ['assets', 'metadata'], [id], opts),
  ])
  if (!details) throw invalid('asset', `this chain doesn't have asset ${id}`)
  const decimals = Number(metadata?.decimals.toString() ?? 0)
  if (decimals > 77) throw latchkeyError('rpc/invalid-value', { values: { method: 'assets.metadata' } })
  return {
    id,
    decimals,
    symbol: symbolOf(metadata?.symbol),
    minBalance: BigInt(details.minBalance.toString()),
    sufficient: details.isSufficient.toJSON() === true,
    live: !isFrozen(details, 'Live'),
  }
}

export async function readHolding(
  port: JsonRpcPort,
  runtime: Runtime,
  id: number | string,
  owner: string,
  opts?: ReadOptions,
): Promise<Holding> {
  const account = await readStorage<AssetAccount>(port, runtime, ['assets', 'account'], [id, owner], opts)
  return {
    balance: BigInt(account?.balance.toString() ?? 0),
    frozen: account !== undefined && isFrozen(account, 'Liquid'),
    blocked: account?.status?.toString() === 'Blocked',
    exists: account !== undefined,
  }
}

/** Returns whether the asset or the account is frozen. Older runtimes have a flag instead of a status. */
function isFrozen({ status, isFrozen: flag }: Frozen, free: string): boolean {
  return status === undefined ? flag?.toJSON() === true : status.toString() !== free
}

interface Frozen {
  readonly status?: Value
  readonly isFrozen?: Value
}
interface Details extends Value, Frozen {
  readonly minBalance: Value
  readonly isSufficient: Value
}
interface Metadata extends Value {
  readonly symbol: Value & { toUtf8(): string }
  readonly decimals: Value
}
interface AssetAccount extends Value, Frozen {
  readonly balance: Value
}

function symbolOf(symbol: Metadata['symbol'] | undefined): string {
  try {
    return tokenSymbol(symbol?.toUtf8())
  } catch {
    return ''
  }
}
