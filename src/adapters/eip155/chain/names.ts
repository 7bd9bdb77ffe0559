import { base58 } from '@scure/base'
import { hexToBytes } from 'viem'
import { getEnsAddress, getEnsName, normalize } from 'viem/ens'
import type { Hex } from '../../../core/chain/caip.ts'
import { ethereumCoinType, solanaCoinType } from '../../../core/chain/coin-type.ts'
import { isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { AdapterContext } from '../../../core/wallet/adapter.ts'
import type { NameLookup } from '../../../core/wallet/name-lookup.ts'
import type { CallOptions, JsonRpcPort, RpcRequest } from '../../../ports.ts'
import { checksumAddress } from '../../shared/eip55.ts'
import { chainClient, onChain } from './client.ts'

/**
 * ENS through a network's universal resolver, with viem (ENSIP-9, 10, 11, 15). Offchain names (CCIP-Read) are not
 * resolved: that fails with `name/needs-gateway`.
 */
export function ensLookup({ rpc }: Pick<AdapterContext, 'rpc'>): NameLookup<'eip155'> {
  return {
    async normalize(name) {
      try {
        return normalize(name)
      } catch (cause) {
        const reason = "isn't a valid ENS name"
        throw latchkeyError('validation/invalid-input', { values: { field: 'name', reason }, cause })
      }
    },
    async resolve(name, on, coinType, opts) {
      const universalResolverAddress = resolverOf(on)
      const client = chainClient(withRevertCode(rpc(on.caipNetworkId)), opts)
      const address = await onChain('eth_call', () =>
        getEnsAddress(client, {
          name,
          universalResolverAddress,
          // Resolvers older than ENSIP-9 know only the Ethereum address.
          ...(coinType !== ethereumCoinType && { coinType: BigInt(coinType) }),
        }),
      )
      return address ? addressText(address, coinType) : undefined
    },
    async reverse(address, on, coinType, opts) {
      const universalResolverAddress = resolverOf(on)
      const client = chainClient(withRevertCode(rpc(on.caipNetworkId)), opts)
      // The contract itself checks that the name resolves back to the address.
      const name = await onChain('eth_call', () =>
        getEnsName(client, { address: address as Hex, coinType: BigInt(coinType), universalResolverAddress }),
      )
      return name ?? undefined
    },
  }
}

/** Restores the node's error code, which our errors drop: the resolver reverts for unknown names, and viem recognizes the revert only by code 3. */
function withRevertCode(port: JsonRpcPort): JsonRpcPort {
  return {
    async request<T>(call: RpcRequest, opts?: CallOptions): Promise<T> {
      try {
        return await port.request<T>(call, opts)
      } catch (error) {
        if (!isLatchkeyError(error, 'node/execution-reverted')) throw error
        if (isOffchain(Object(error).data)) throw latchkeyError('name/needs-gateway', { cause: error })
        throw Object.assign(new Error(error.message, { cause: error }), { code: 3, data: Object(error).data })
      }
    },
  }
}

/** Whether the resolver reverts with `OffchainLookup` (EIP-3668), in the data itself or nested in an object. */
function isOffchain(data: unknown): boolean {
  const text = typeof data === 'object' && data !== null ? JSON.stringify(data) : String(data)
  return /(^|")0x556f1830/i.test(text)
}

function resolverOf({ caipNetworkId, contracts }: Parameters<NameLookup<'eip155'>['resolve']>[1]): Hex {
  const address = checksumAddress(contracts?.ensUniversalResolver?.address ?? '')
  if (address) return address
  throw latchkeyError('adapter/unsupported', { values: { capability: 'names', subject: caipNetworkId } })
}

/** The text of an address. ENS stores it as bytes, and the text depends on the coin type. */
function addressText(bytes: Hex, coinType: number): string | undefined {
  if (coinType === solanaCoinType) return bytes.length === 66 ? base58.encode(hexToBytes(bytes)) : undefined
  return checksumAddress(bytes)
}
