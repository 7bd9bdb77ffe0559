import type { Amount, CaipAssetId, ChainAdapter, ChainNetwork } from 'latchkey'
import { invalid } from './cli-error.ts'
import type { Env } from './io.ts'
import { askNode } from './node-rpc.ts'
import { readDevnet } from './state/devnet-status.ts'
import { devAccount } from './wallets/eip155.ts'

/** The asset that a visitor names: a contract address, a CAIP-19 id, or a symbol of the devnet. */
export async function resolveAsset(
  env: Env,
  text: string,
  network: ChainNetwork,
): Promise<CaipAssetId<'eip155'>> {
  const { isCaipAssetId, parseCaipAssetId } = await import('latchkey')
  if (text === '')
    throw invalid('token', 'A token is required', 'Give its contract address or its CAIP-19 id.')
  const onNetwork = readDevnet(env)?.tokens.filter(({ asset }) =>
    asset.startsWith(`${network.caipNetworkId}/`),
  )
  const bySymbol = onNetwork?.find(({ symbol }) => symbol.toLowerCase() === text.toLowerCase())
  const named = bySymbol?.asset ?? text
  if (!named.includes('/')) {
    const address = await checkedAddress('token', named)
    return `${network.caipNetworkId as `eip155:${string}`}/erc20:${address}`
  }
  if (!isCaipAssetId(named))
    throw invalid('token', `"${named}" is not a CAIP-19 asset id`, 'It looks like eip155:1/erc20:0x….')
  const { networkId, assetNamespace, assetReference } = parseCaipAssetId(named)
  if (networkId !== network.caipNetworkId)
    throw invalid('token', `${named} is on ${networkId}, not on ${network.caipNetworkId}`)
  if (assetNamespace !== 'erc20')
    throw invalid('token', `${assetNamespace} assets cannot be used here`, 'Tokens are erc20.')
  return `${network.caipNetworkId as `eip155:${string}`}/erc20:${await checkedAddress('token', assetReference)}`
}

/**
 * The balance, through the library. Where that fails for a token, the contract is looked for: a mistyped address has none.
 */
export async function readBalance(
  adapter: Pick<ChainAdapter<'eip155'>, 'getBalance'>,
  network: ChainNetwork,
  account: `eip155:${string}:${string}`,
  asset: CaipAssetId<'eip155'> | undefined,
  signal: AbortSignal,
): Promise<Amount> {
  try {
    return await adapter.getBalance(account, asset, { signal })
  } catch (error) {
    const url = network.rpcUrls.default.http[0]
    if (asset === undefined || url === undefined || signal.aborted) throw error
    const contract = asset.slice(asset.lastIndexOf(':') + 1)
    const code = await askNode<string>(url, 'eth_getCode', [contract, 'latest'], signal).catch(
      () => undefined,
    )
    if (code?.result === '0x')
      throw invalid('token', `there is no contract at ${contract} on ${network.caipNetworkId}`)
    throw error
  }
}

/** An address on the network, from an address, a CAIP-10 account or `dev:<name>`. */
export async function resolveAccount(
  field: string,
  text: string,
  network: Pick<ChainNetwork, 'caipNetworkId'>,
): Promise<string> {
  if (/^dev:/i.test(text)) return (await devAccount(text.slice('dev:'.length).toLowerCase(), field)).address
  if (!text.includes(':')) return checkedAddress(field, text)
  const { isCaipAddress, parseCaipAddress } = await import('latchkey')
  if (!isCaipAddress(text))
    throw invalid(field, `"${text}" is not a CAIP-10 account`, 'It looks like eip155:1:0x….')
  const { networkId, address } = parseCaipAddress(text)
  if (networkId !== network.caipNetworkId)
    throw invalid(field, `${text} is on ${networkId}, not on ${network.caipNetworkId}`)
  return checkedAddress(field, address)
}

/** @throws a usage error for anything but 20 bytes in hex, and for mixed case that is not the checksum's (EIP-55). */
export async function checkedAddress(field: string, text: string): Promise<string> {
  if (!/^0x[0-9a-f]{40}$/i.test(text))
    throw invalid(field, `"${text}" is not an address: expected 0x and 40 hex digits`)
  const { checksumAddress } = await import('./verifiers/eip155.ts')
  const right = await checksumAddress(text)
  const mixed = /[a-f]/.test(text) && /[A-F]/.test(text.slice(2))
  if (mixed && text !== right)
    throw invalid(field, `the checksum of ${text} does not match: a character was mistyped`)
  return right
}
