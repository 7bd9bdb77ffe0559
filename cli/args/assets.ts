import {
  type Amount,
  type CaipAddress,
  type CaipAssetId,
  type ChainAdapter,
  type ChainNetwork,
  isCaipAddress,
  isCaipAssetId,
  parseCaipAddress,
  parseCaipAssetId,
} from 'latchkey'
import type { Context } from '../context.ts'
import { factsOf, familyOf } from '../families/families.ts'
import type { Env } from '../io.ts'
import { networkNode } from '../nodes/network-node.ts'
import { invalid } from '../output/cli-error.ts'
import { readDevnet } from '../state/devnet-status.ts'
import { judgeAsset, verifierOf } from '../verifiers/families.ts'
import { walletFamily } from '../wallets/families.ts'
import { devAccount } from '../wallets/keys.ts'
import { homeOfAddress } from './address-home.ts'
import { knownNetworks } from './networks.ts'

export interface NamedAsset {
  readonly text: string
  readonly field: 'asset' | 'token' | 'from' | 'to'
}

/** The options `--asset` and `--token`, which mean the same. */
export interface GivenAsset {
  readonly asset?: string | undefined
  readonly token?: string | undefined
}

export function assetOf({ asset, token }: GivenAsset): NamedAsset | undefined {
  if (asset !== undefined) return { text: asset, field: 'asset' }
  return token === undefined ? undefined : { text: token, field: 'token' }
}

/** The SLIP-44 coin types of the networks' coins. `1` is the coin of every test network. */
const coinTypes: Readonly<Record<string, number>> = {
  ETH: 60,
  POL: 966,
  BNB: 714,
  AVAX: 9005,
  CELO: 52752,
  SOL: 501,
  BTC: 0,
  DOT: 354,
  KSM: 434,
}

/** Finds an asset by contract address, IBC denom, CAIP-19 id or devnet symbol. Returns undefined for the native coin. */
export async function resolveAsset(
  env: Env,
  { text, field }: NamedAsset,
  network: ChainNetwork,
): Promise<CaipAssetId | undefined> {
  const usable = factsOf(familyOf(network)).assets
  const [meant] = usable
  const example = `It looks like ${network.caipNetworkId}/${meant ?? 'slip44'}:….`
  if (text === '')
    throw invalid(field, 'an asset is required', `Give its CAIP-19 id or contract address. ${example}`)
  const onNetwork = readDevnet(env)?.tokens.filter(({ asset }) =>
    asset.startsWith(`${network.caipNetworkId}/`),
  )
  const bySymbol = onNetwork?.find(({ symbol }) => symbol.toLowerCase() === text.toLowerCase())
  // The Cosmos SDK writes an IBC denom as `ibc/` and a hash.
  const hash = usable.includes('ibc') && /^ibc\/([0-9a-f]{64})$/i.exec(text)?.[1]
  const named = bySymbol?.asset ?? (hash ? `${network.caipNetworkId}/ibc:${hash}` : text)
  if (!named.includes('/')) {
    if (text.toLowerCase() === network.nativeCurrency.symbol.toLowerCase()) return undefined
    if (meant === undefined) throw invalid(field, `there are no tokens on ${network.caipNetworkId}`)
    const known = onNetwork?.map(({ symbol }) => symbol) ?? []
    const hint = known.length > 0 ? `By symbol there are ${known.join(', ')}. ${example}` : example
    return `${network.caipNetworkId}/${meant}:${await checkedReference(field, network, meant, named, hint)}`
  }
  if (!isCaipAssetId(named)) throw invalid(field, `"${named}" is not a CAIP-19 asset id`, example)
  const { networkId, assetNamespace, assetReference } = parseCaipAssetId(named)
  if (networkId !== network.caipNetworkId)
    throw invalid(field, `${named} is on ${networkId}, not on ${network.caipNetworkId}`)
  if (assetNamespace === 'slip44') {
    if (isNativeCoin(network, assetReference)) return undefined
    throw invalid(field, `${named} is not the coin of ${network.name}`, 'Leave it out for the native coin.')
  }
  if (!usable.includes(assetNamespace)) {
    const hint =
      usable.length > 0 ? `Tokens are ${usable.join(' or ')}.` : `${network.name} has its own coin only.`
    throw invalid(field, `${assetNamespace} assets cannot be used here`, hint)
  }
  const checked = await checkedReference(field, network, assetNamespace, assetReference)
  return `${network.caipNetworkId}/${assetNamespace}:${checked}`
}

export async function tokenAsset(env: Env, token: string | undefined, network: ChainNetwork) {
  return token === undefined ? undefined : resolveAsset(env, { text: token, field: 'token' }, network)
}

function isNativeCoin({ nativeCurrency, cosmos, testnet }: ChainNetwork, type: string): boolean {
  const own = cosmos
    ? (cosmos.coinType ?? (cosmos.keyType === 'eth_secp256k1' ? 60 : 118))
    : coinTypes[nativeCurrency.symbol]
  return type === String(own) || (testnet === true && type === '1')
}

/** Reads a balance. If an EVM token's balance can't be read, checks whether the contract exists, for a clearer error. */
export async function readBalance(
  adapter: Pick<ChainAdapter, 'getBalance'>,
  network: ChainNetwork,
  account: CaipAddress,
  asset: CaipAssetId | undefined,
  context: Pick<Context, 'signal' | 'health'>,
  field: NamedAsset['field'] = 'asset',
): Promise<Amount> {
  const { signal } = context
  try {
    return await adapter.getBalance(account, asset, { signal })
  } catch (error) {
    const looks = network.chainNamespace === 'eip155' && asset !== undefined
    if (!looks || signal.aborted) throw error
    const contract = asset.slice(asset.lastIndexOf(':') + 1)
    const node = networkNode(network, context)
    const code = await node<string>('eth_getCode', [contract, 'latest']).catch(() => undefined)
    if (code === '0x') throw invalid(field, `there is no contract at ${contract} on ${network.caipNetworkId}`)
    throw error
  }
}

/** Resolves an address, a CAIP-10 account or `dev:<name>` to an address. */
export async function resolveAccount(
  env: Env,
  field: string,
  text: string,
  network: ChainNetwork,
): Promise<string> {
  if (/^dev:/i.test(text)) {
    const family = familyOf(network)
    const { address, secret } = await devAccount(text.slice('dev:'.length).toLowerCase(), family, field)
    const verdict = await (await verifierOf(family)).judge(address, network.caipNetworkId)
    if ('address' in verdict) return verdict.address
    // In some families, an address contains the network (SS58, Bech32).
    return checkedAddress(env, field, await (await walletFamily(family)).addressOf(secret, network), network)
  }
  if (!text.includes(':')) return checkedAddress(env, field, text, network)
  if (!isCaipAddress(text))
    throw invalid(field, `"${text}" is not a CAIP-10 account`, 'It looks like eip155:1:0x….')
  const { networkId, address } = parseCaipAddress(text)
  if (networkId !== network.caipNetworkId)
    throw invalid(field, `${text} is on ${networkId}, not on ${network.caipNetworkId}`)
  return checkedAddress(env, field, address, network)
}

async function checkedAddress(env: Env, field: string, text: string, network: ChainNetwork): Promise<string> {
  const family = familyOf(network)
  const verdict = await (await verifierOf(family)).judge(text, network.caipNetworkId)
  if ('address' in verdict) return verdict.address
  // If the address is valid on another network, the user named the wrong network.
  const home = await homeOfAddress(text, await knownNetworks(env), network)
  const [first] = home?.networks ?? []
  const hint = home && first && `It is an address of ${home.family}: use --network ${first.alias}.`
  throw invalid(field, verdict.reason, hint)
}

async function checkedReference(
  field: string,
  network: ChainNetwork,
  namespace: string,
  reference: string,
  hint?: string,
): Promise<string> {
  const verdict = await judgeAsset(familyOf(network), namespace, reference)
  if ('reason' in verdict) throw invalid(field, verdict.reason, hint)
  return verdict.address
}
