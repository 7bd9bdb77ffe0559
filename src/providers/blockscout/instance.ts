import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { HttpError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { DataProviderContext, ReadJson } from '../../core/wallet/data-provider.ts'
import type { CallOptions } from '../../ports.ts'
import { sameBlocks } from '../shared/eip155/same-blocks.ts'

type Params = Parameters<ReadJson>[1]
export interface Page {
  readonly items: readonly unknown[]
  /** The query for the next page. */
  readonly next: Params | undefined
}

/** One Blockscout instance, for one network. */
export interface Instance {
  readonly network: CaipNetworkId
  /**
   * Whether the instance serves the network: its block has the same hash as the block of the host's node. The answer is kept.
   * @throws `http/invalid-body` if the host named the network, but the instance serves another one or lags behind
   */
  serves(opts?: CallOptions): Promise<boolean>
  /** One page of a list; empty if the account is unknown. @throws `http/invalid-body` */
  page(path: string, params: Params, opts?: CallOptions): Promise<Page>
  /** The error of an answer that can't be right. */
  invalid(expected: string): Error
}

/**
 * `isSingle`: the host gave one URL without its network. A network that the instance doesn't serve is then not covered, which is no
 * error.
 */
export function createInstance(
  url: string,
  network: CaipNetworkId,
  { json, rpc }: DataProviderContext,
  isSingle: boolean,
): Instance {
  const read = json(url)
  const { host } = new URL(url)
  const invalid = (expected: string) => latchkeyError('http/invalid-body', { values: { host, expected } })

  /** Undefined for an unknown path (404). */
  async function ask(path: string, params: Params, opts?: CallOptions) {
    try {
      return await read(`api/v2/${path}`, params, opts)
    } catch (error) {
      if (error instanceof HttpError && error.status === 404) return undefined
      throw error
    }
  }

  return {
    network,
    invalid,
    serves: sameBlocks(
      { network, isSingle, invalid, block: (height, opts) => ask(`blocks/${height}`, undefined, opts) },
      rpc,
    ),
    async page(path, params, opts) {
      const answer = await ask(path, params, opts)
      if (answer === undefined) return { items: [], next: undefined }
      if (!isObject(answer) || !Array.isArray(answer.items)) throw invalid('a list')
      const { next_page_params: next } = answer
      if (next === null || next === undefined) return { items: answer.items, next: undefined }
      if (!isQuery(next)) throw invalid('the query for the next page')
      return { items: answer.items, next }
    },
  }
}

/** Whether the parameters that the server returned for the next page can be sent back. */
export function isQuery(value: unknown): value is NonNullable<Params> {
  return (
    isObject(value) &&
    Object.keys(value).length <= 20 &&
    Object.values(value).every(
      (one) => one === null || typeof one === 'number' || (typeof one === 'string' && one.length <= 200),
    )
  )
}
