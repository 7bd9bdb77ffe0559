import { isObject } from '../../core/json/is-object.ts'
import type { DataProviderContext } from '../../core/wallet/data-provider.ts'
import type { ReportedBalance } from '../../core/wallet/token-balance.ts'
import type { CallOptions } from '../../ports.ts'
import { valueAt } from '../shared/answer-fields.ts'
import { readDecimals, readWord } from '../shared/eip155/token.ts'
import type { Endpoint } from './endpoint.ts'

/** The maximum number of assets to read. Each asset needs several calls to the node. */
const mostAssets = 100

/**
 * Creates a function that returns an account's balances: the native coin, and the assets of the Assets pallet that Subscan lists.
 * The amounts, decimals and names come from the host's own node. Leaves out an asset if Subscan and the node report different
 * decimals.
 */
export function heldTokens(
  { network, ask, invalid }: Endpoint,
  { rpc, coin }: Pick<DataProviderContext, 'rpc' | 'coin'>,
) {
  return async (address: string, opts: CallOptions = {}): Promise<readonly ReportedBalance[]> => {
    const { ownNode } = await import('./chain/own-node.ts')
    const node = ownNode(rpc(network))
    const unit = coin(network)
    const [native, assets] = await Promise.all([node.coins(address, opts), listed(address, opts)])
    const held = [...assets].slice(0, mostAssets).map(async ([id, decimals]) => {
      const found = await node.asset(id, address, opts)
      if (!found || found.decimals !== decimals) return []
      const [name, symbol] = [readWord(found.name), readWord(found.symbol)]
      return [{ ...found, name, symbol, address: String(id) }]
    })
    const tokens = (await Promise.all(held)).flat()
    return unit ? [{ ...unit, ...native }, ...tokens] : tokens
  }

  /**
   * Returns the decimals of the account's assets, by id. `POST /api/scan/account/tokens` in
   * https://github.com/subscan-explorer/subscan-OpenAPI/blob/master/docs/swagger.json
   */
  async function listed(address: string, opts: CallOptions): Promise<ReadonlyMap<number, number>> {
    const data = await ask('scan/account/tokens', { address }, opts)
    const assets = valueAt(data, 'assets') ?? []
    if (!isObject(data) || !Array.isArray(assets)) throw invalid('the tokens of an account')
    const found = new Map<number, number>()
    for (const item of assets) {
      // Other ids, such as `standard_foreign_assets/…`, belong to other pallets.
      const [, id] = /^standard_assets\/(0|[1-9]\d{0,9})$/.exec(`${valueAt(item, 'unique_id')}`) ?? []
      const decimals = readDecimals(valueAt(item, 'decimals'))
      // Subscan lists assets with the balance 0 if the account had them before.
      const isHeld = /[1-9]/.test(`${valueAt(item, 'balance')}`)
      if (id !== undefined && Number(id) <= 0xffff_ffff && decimals !== undefined && isHeld)
        found.set(Number(id), decimals)
    }
    return found
  }
}
