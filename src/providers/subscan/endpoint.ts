import { type CaipNetworkId, networkParts } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { DataProviderContext } from '../../core/wallet/data-provider.ts'
import type { CallOptions } from '../../ports.ts'
import { valueAt } from '../shared/answer-fields.ts'
import type { SubscanOptions } from './options.ts'

/** Subscan's API for one network. */
export interface Endpoint {
  readonly network: CaipNetworkId
  /** Sends a request. Returns the answer's `data`. @throws `http/invalid-body`, `rpc/limit-exceeded` */
  ask(path: string, body: object, opts?: CallOptions): Promise<unknown>
  /** Creates the error for an unexpected answer. */
  invalid(expected: string): Error
  /**
   * Returns whether Subscan and the host's own node have the same blocks. Keeps the result if both have the compared block.
   * Throws instead of returning false if the host set the URL for this network.
   */
  serves(opts?: CallOptions): Promise<boolean>
}

/**
 * In blocks: how far the compared block is below the newest block. At this depth, both Subscan and the node usually have the
 * block.
 */
const depth = 64

/** Creates the endpoint of a network. Returns undefined for a network without a URL. */
export function createEndpoint(
  network: CaipNetworkId,
  { url, key }: SubscanOptions,
  { json, rpc }: Pick<DataProviderContext, 'json' | 'rpc'>,
): Endpoint | undefined {
  const isSingle = typeof url === 'string'
  const base = isSingle ? url : url[network as CaipNetworkId<'polkadot'>]
  if (base === undefined || networkParts(network)?.namespace !== 'polkadot') return undefined
  const read = json(base)
  const { host } = new URL(base)
  const headers = key ? { 'x-api-key': key } : undefined
  const invalid = (expected: string) => latchkeyError('http/invalid-body', { values: { host, expected } })
  let known: boolean | undefined

  async function ask(path: string, body: object, opts?: CallOptions): Promise<unknown> {
    const answer = await read(`api/${path}`, {}, { ...opts, headers, body })
    // An answer that contains an error can have the status 200. Don't show the answer's text, because it could contain the key.
    if (isObject(answer) && answer.code === 0) return answer.data
    throw /rate limit/i.test(`${valueAt(answer, 'message')}`)
      ? latchkeyError('rpc/limit-exceeded', { details: `${host} allows fewer requests than were made` })
      : invalid('an answer with the code 0')
  }
  return {
    ...{ network, ask, invalid },
    async serves(opts) {
      if (known !== undefined) return known
      const node = rpc(network)
      const method = 'chain_getHeader'
      const newest = valueAt(await node.request({ method, params: [] }, opts), 'number')
      if (typeof newest !== 'string' || !/^0x[\da-f]{1,12}$/i.test(newest))
        throw latchkeyError('rpc/invalid-value', { values: { method } })
      const height = Math.max(Number(newest) - depth, 0)
      const [own, block] = await Promise.all([
        node.request<unknown>({ method: 'chain_getBlockHash', params: [height] }, opts),
        ask('scan/block', { block_num: height, only_head: true }, opts),
      ])
      const theirs = valueAt(block, 'hash')
      const isSame = typeof own === 'string' && own !== '' && own === theirs
      if (!isSame && !isSingle) throw invalid(`the blocks of ${network}`)
      // If a block is missing, Subscan or the node lags behind. So compare again at the next call.
      if (own && theirs) known = isSame
      return isSame
    },
  }
}
