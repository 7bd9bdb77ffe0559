import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { HttpError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { DataProviderContext, ReadJson } from '../../core/wallet/data-provider.ts'
import type { CallOptions } from '../../ports.ts'
import { sameBlocks } from '../shared/eip155/same-blocks.ts'

type Params = Parameters<ReadJson>[1]
export interface Page {
  readonly items: readonly unknown[]
  /** The query of the next page. Undefined on the last page. */
  readonly next: Params | undefined
}

/** A Blockscout instance for one network. */
export interface Instance {
  readonly network: CaipNetworkId
  /**
   * Returns whether the instance serves the network. Compares the hash of one block at the instance with the hash at the host's
   * node. The result is kept for later calls if both have the block.
   * @throws `http/invalid-body` if the host set this instance for the network, but the instance serves another network or lags
   * behind
   */
  serves(opts?: CallOptions): Promise<boolean>
  /** Returns one page of a list. Returns an empty page if the account is unknown. @throws `http/invalid-body` */
  page(path: string, params: Params, opts?: CallOptions): Promise<Page>
  /** Creates the error of an invalid answer. */
  invalid(expected: string): Error
}

/**
 * Creates an instance.
 * @param isSingle True if the host gave one URL without naming its network. In that case, it isn't an error if the instance
 * serves another network.
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

  /** Sends a request. Resolves with undefined for an unknown path (404). */
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

/** Returns whether the server's parameters for the next page can be sent back. */
export function isQuery(value: unknown): value is NonNullable<Params> {
  return (
    isObject(value) &&
    Object.keys(value).length <= 20 &&
    Object.values(value).every(
      (one) => one === null || typeof one === 'number' || (typeof one === 'string' && one.length <= 200),
    )
  )
}
