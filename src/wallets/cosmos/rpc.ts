import type { RpcRequest } from '../../ports.ts'
import { decodeCosmosDoc } from '../decode/cosmos/cosmos.ts'
import { ProviderError } from '../provider-error.ts'
import type { CosmosWallet } from './wallet.ts'

interface SignParams {
  readonly signerAddress?: unknown
  readonly signDoc?: Readonly<Record<string, unknown>>
}

/**
 * Creates the wallet's interface over JSON-RPC (https://docs.reown.com/advanced/multichain/rpc-reference/cosmos-rpc). The
 * interface accepts bytes in base64 or hex. It returns signed bytes in the encoding `bytes`, because real wallets differ.
 */
export function cosmosRpc(
  wallet: CosmosWallet,
  bytes: 'base64' | 'hex' = 'base64',
): (call: RpcRequest, network: string) => Promise<unknown> {
  const { provider } = wallet
  return async ({ method, params }, network) => {
    const chainId = network.slice(network.indexOf(':') + 1)
    const { signerAddress, signDoc = {} } = (params ?? {}) as SignParams
    if (method === 'cosmos_getAccounts') {
      const key = (await provider.getKey(chainId)) as {
        algo: string
        bech32Address: string
        pubKey: Uint8Array
      }
      return [{ algo: key.algo, address: key.bech32Address, pubkey: textOf(key.pubKey, 'base64') }]
    }
    if (method === 'cosmos_signAmino') return provider.signAmino(chainId, String(signerAddress), signDoc)
    if (method !== 'cosmos_signDirect') throw new ProviderError(-32601, `Method ${method} isn't supported`)
    // Sign the bytes that the decoder has read, because the user saw them.
    const { doc } = decodeCosmosDoc(signDoc)
    const answer = await provider.signDirect(chainId, String(signerAddress), doc)
    const { signed, ...rest } = (answer ?? {}) as { signed?: Record<string, unknown> }
    if (!signed) return answer
    return {
      ...rest,
      signed: Object.fromEntries(
        Object.entries(signed).map(([name, value]) => [
          name,
          value instanceof Uint8Array ? textOf(value, bytes) : value,
        ]),
      ),
    }
  }
}

function textOf(bytes: Uint8Array, as: 'base64' | 'hex'): string {
  if (as === 'base64') return btoa(String.fromCharCode(...bytes))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
