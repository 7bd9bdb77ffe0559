import type { Answering } from './blockscout.ts'
import { allItems, type ScoutTransaction, type ScoutTransfer } from './scout-items.ts'

/** Etherscan's API for a devnet's eip155 networks: https://docs.etherscan.io. The data is from the fakes of Blockscout, by chain id. */
export function etherscanOf(scouts: ReadonlyMap<string, Answering>): Answering {
  return async (path, query) => {
    const scout = scouts.get(`eip155:${query.get('chainid')}`)
    if (path !== 'api') return undefined
    if (!scout) return refused('Missing or unsupported chainid parameter (required for v2 api)')
    const [action, address = ''] = [query.get('action'), query.get('address') ?? undefined]
    if (action === 'eth_getBlockByNumber')
      return {
        jsonrpc: '2.0',
        id: 1,
        result: (await scout(`blocks/${Number(query.get('tag'))}`, query)) ?? null,
      }
    const end = Number(query.get('endblock') ?? Number.POSITIVE_INFINITY)
    const isFungible = action === 'tokentx'
    const rows =
      action === 'txlist'
        ? (await allItems<ScoutTransaction>(scout, address, 'transactions')).map(transactionRow)
        : (await allItems<ScoutTransfer>(scout, address, 'token-transfers'))
            .filter(({ token }) => (token.type === 'ERC-20') === isFungible)
            .map(transferRow)
    const result = rows
      .filter(({ blockNumber }) => Number(blockNumber) <= end)
      .slice(0, Number(query.get('offset') ?? 1000))
    return result.length > 0
      ? { status: '1', message: 'OK', result }
      : { status: '0', message: 'No transactions found', result }
  }
}

function refused(result: string) {
  return { status: '0', message: 'NOTOK', result }
}

function placeOf({ block_number: block, timestamp, from, to }: ScoutTransaction | ScoutTransfer) {
  const timeStamp = String(Date.parse(timestamp) / 1000)
  return { blockNumber: String(block), timeStamp, from: from.hash, to: to?.hash ?? '' }
}

function transactionRow(item: ScoutTransaction) {
  const isError = item.status === 'ok' ? '0' : '1'
  const contractAddress = item.created_contract?.hash ?? ''
  const about = { value: item.value, isError, contractAddress, functionName: '' }
  return { ...placeOf(item), hash: item.hash, ...about, txreceipt_status: isError === '0' ? '1' : '0' }
}

function transferRow(item: ScoutTransfer) {
  const { token, total } = item
  const named = { tokenName: token.name, tokenSymbol: token.symbol, tokenDecimal: token.decimals }
  const moved = { hash: item.transaction_hash, contractAddress: token.address_hash, value: total.value }
  return { ...placeOf(item), ...moved, ...named }
}
