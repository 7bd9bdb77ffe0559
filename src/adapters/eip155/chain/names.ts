import { base58 } from '@scure/base'
import { type Client, hexToBytes } from 'viem'
import { getEnsAddress, getEnsName, getEnsText, normalize } from 'viem/ens'
import { loadOnce } from '../../../core/async/load-once.ts'
import type { Hex } from '../../../core/chain/caip.ts'
import { ethereumCoinType, solanaCoinType } from '../../../core/chain/coin-type.ts'
import { isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { AdapterContext } from '../../../core/wallet/adapter.ts'
import type { NameLookup } from '../../../core/wallet/name-lookup.ts'
import type { CallOptions, JsonRpcPort, RpcRequest } from '../../../ports.ts'
import { checksumAddress } from '../../shared/eip55.ts'
import { chainClient, onChain } from './client.ts'
import type { GatewayReader } from './gateways.ts'

/**
 * Creates the ENS lookup, which uses viem and a network's universal resolver (ENSIP-9, 10, 11, 15). Offchain names (CCIP-Read,
 * EIP-3668) resolve only through the listed gateways. Without such a gateway, offchain names fail with `name/needs-gateway`.
 */
export function ensLookup(
  context: Pick<AdapterContext, 'rpc' | 'fetch' | 'clock'>,
  nameGateways: readonly string[] = [],
): NameLookup<'eip155'> {
  const { load: gateways } = loadOnce(async () => {
    const { gatewayReader, listedGateways } = await import('./gateways.ts')
    const listed = listedGateways(nameGateways)
    return (opts?: CallOptions) => gatewayReader(listed, context, opts)
  })
  /** Calls the resolver. If a gateway failed and the resolver found nothing, throws the gateway's error. */
  async function calling<T>(
    on: Resolving,
    opts: CallOptions | undefined,
    run: (client: Client, resolver: Hex) => Promise<T>,
  ): Promise<{ readonly value: T; readonly isOffchain: boolean }> {
    const resolver = resolverOf(on)
    const read = nameGateways.length > 0 ? (await gateways())(opts) : undefined
    let failure: unknown
    let isOffchain = false
    const request: GatewayReader | undefined =
      read &&
      (async (lookup) => {
        isOffchain = true
        try {
          return await read(lookup)
        } catch (error) {
          failure = error
          throw error
        }
      })
    const client = chainClient(
      withRevertCode(context.rpc(on.caipNetworkId), read !== undefined),
      opts,
      request,
    )
    const value = await onChain('eth_call', () => run(client, resolver))
    if (failure && !value) throw failure
    return { value, isOffchain }
  }

  const lookup: NameLookup<'eip155'> = {
    async normalize(name) {
      try {
        return normalize(name)
      } catch (cause) {
        const reason = "isn't a valid ENS name"
        throw latchkeyError('validation/invalid-input', { values: { field: 'name', reason }, cause })
      }
    },
    async resolve(name, on, coinType, opts) {
      const { value: address } = await calling(on, opts, (client, universalResolverAddress) =>
        getEnsAddress(client, {
          name,
          universalResolverAddress,
          // Resolvers from before ENSIP-9 know only the Ethereum address. So leave out Ethereum's coin type.
          ...(coinType !== ethereumCoinType && { coinType: BigInt(coinType) }),
        }),
      )
      return address ? addressText(address, coinType) : undefined
    },
    async reverse(address, on, coinType, opts) {
      // The contract checks that the name resolves to the address.
      const { value: name, isOffchain } = await calling(on, opts, (client, universalResolverAddress) =>
        getEnsName(client, { address: address as Hex, coinType: BigInt(coinType), universalResolverAddress }),
      )
      if (!name || !isOffchain) return name ?? undefined
      // A gateway took part in the contract's check. So repeat the check: resolve the name with our own requests.
      const back = await lookup.resolve(name, on, coinType, opts)
      return back !== undefined && back === checksumAddress(address) ? name : undefined
    },
    async avatar(name, on, owner, webLink, opts) {
      const { value: record } = await calling(on, opts, (client, universalResolverAddress) =>
        getEnsText(client, { name, key: 'avatar', universalResolverAddress }),
      )
      if (!record) return undefined
      const { nftOf, nftPicture } = await import('./avatar-nft.ts')
      const nft = nftOf(record)
      return nft ? nftPicture(nft, checksumAddress(owner) as Hex, { ...context, webLink }, opts) : record
    },
  }
  return lookup
}

type Resolving = Parameters<NameLookup<'eip155'>['resolve']>[1]

/**
 * Wraps a port (the object that sends requests to the nodes). Adds the code 3 to the error of a revert, because our errors lack
 * this code, and viem recognizes a revert only by it. The resolver reverts for an unknown name.
 */
function withRevertCode(port: JsonRpcPort, hasGateways: boolean): JsonRpcPort {
  return {
    async request<T>(call: RpcRequest, opts?: CallOptions): Promise<T> {
      try {
        return await port.request<T>(call, opts)
      } catch (error) {
        if (!isLatchkeyError(error, 'node/execution-reverted')) throw error
        if (!hasGateways && isOffchain(Object(error).data))
          throw latchkeyError('name/needs-gateway', { cause: error })
        throw Object.assign(new Error(error.message, { cause: error }), { code: 3, data: Object(error).data })
      }
    },
  }
}

/**
 * Returns whether the resolver reverted with `OffchainLookup` (EIP-3668). The error may be the data itself, or be nested in an
 * object.
 */
function isOffchain(data: unknown): boolean {
  const text = typeof data === 'object' && data !== null ? JSON.stringify(data) : String(data)
  return /(^|")0x556f1830/i.test(text)
}

function resolverOf({ caipNetworkId, contracts }: Resolving): Hex {
  const address = checksumAddress(contracts?.ensUniversalResolver?.address ?? '')
  if (address) return address
  throw latchkeyError('adapter/unsupported', { values: { capability: 'names', subject: caipNetworkId } })
}

/** Returns the text of an address. ENS stores the address as bytes, and the coin type decides the format of the text. */
function addressText(bytes: Hex, coinType: number): string | undefined {
  if (coinType === solanaCoinType) return bytes.length === 66 ? base58.encode(hexToBytes(bytes)) : undefined
  return checksumAddress(bytes)
}
