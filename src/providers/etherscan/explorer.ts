import { type CaipNetworkId, networkParts } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { DataProviderContext, ReadJson } from '../../core/wallet/data-provider.ts'
import type { CallOptions } from '../../ports.ts'
import { sameBlocks } from '../shared/eip155/same-blocks.ts'
import type { EtherscanOptions } from './options.ts'

type Params = NonNullable<Parameters<ReadJson>[1]>

/** Etherscan's API for one network. */
export interface Explorer {
  readonly network: CaipNetworkId
  serves(opts?: CallOptions): Promise<boolean>
  /**
   * Returns a list about an account. The list is empty if Etherscan has no items. @throws `http/invalid-body`,
   * `rpc/limit-exceeded`
   */
  list(action: string, params: Params, opts?: CallOptions): Promise<readonly unknown[]>
  /** Creates the error of an invalid answer. */
  invalid(expected: string): Error
}

/**
 * Creates the explorer of a network. Returns undefined for a network of another family. The API:
 * https://docs.etherscan.io/introduction
 */
export function createExplorer(
  network: CaipNetworkId,
  { url, key }: EtherscanOptions,
  { json, rpc }: Pick<DataProviderContext, 'json' | 'rpc'>,
): Explorer | undefined {
  const { namespace, reference } = networkParts(network) ?? {}
  if (namespace !== 'eip155') return undefined
  const read = json(url)
  const { host } = new URL(url)
  const invalid = (expected: string) => latchkeyError('http/invalid-body', { values: { host, expected } })

  async function ask(params: Params, opts?: CallOptions): Promise<Readonly<Record<string, unknown>>> {
    const answer = await read('api', { chainid: reference, ...params, apikey: key }, opts)
    if (!isObject(answer)) throw invalid('an answer')
    return answer
  }
  /**
   * Creates the error for an answer that contains an error. Such answers have the HTTP status 200:
   * https://docs.etherscan.io/resources/common-error-messages
   */
  function refused({ result, message }: Readonly<Record<string, unknown>>, expected: string): Error {
    const details = `${host} allows fewer requests than were made`
    // Don't show the error's text, because it could contain the key.
    return /rate limit/i.test(`${result} ${message}`)
      ? latchkeyError('rpc/limit-exceeded', { details })
      : invalid(expected)
  }

  return {
    network,
    invalid,
    serves: sameBlocks(
      {
        ...{ network, invalid, isSingle: true },
        // See https://docs.etherscan.io/api-reference/endpoint/ethgetblockbynumber
        async block(height, opts) {
          const tag = `0x${height.toString(16)}`
          const params = { module: 'proxy', action: 'eth_getBlockByNumber', tag, boolean: false }
          const answer = await ask(params, opts)
          // Etherscan doesn't serve every network, and serves fewer networks on free plans. For such a network, return an empty
          // block: without a hash, it counts as a block of another network.
          if (/unsupported chainid|not supported for this chain/i.test(`${answer.result}`)) return {}
          if (answer.result === null || isObject(answer.result)) return answer.result ?? undefined
          throw refused(answer, 'a block')
        },
      },
      rpc,
    ),
    async list(action, params, opts) {
      const answer = await ask({ module: 'account', action, ...params }, opts)
      const { status, result } = answer
      // An empty list has the status 0, like an error. So accept an empty list with any status.
      if (Array.isArray(result) && (status === '1' || result.length === 0)) return result
      throw refused(answer, 'a list')
    },
  }
}
