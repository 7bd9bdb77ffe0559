import { tokenSymbol } from '../../core/amounts/token-symbol.ts'
import type { CaipAddress, CaipNetworkId } from '../../core/chain/caip.ts'
import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import type { PastTransaction, PastTransfer } from '../../core/wallet/past-transaction.ts'
import type { CallOptions } from '../../ports.ts'
import { pastStatus } from '../past-status.ts'
import { type DataRequests, type DataServiceOptions, inPath } from './data-requests.ts'

export interface HistoryPage {
  /** The transactions on the account's network, without spam. */
  readonly transactions: readonly PastTransaction[]
  /** The cursor of the next page. Undefined on the last page. */
  readonly next: string | undefined
}

export interface HistoryService {
  /**
   * Returns one page of transactions, the newest first, in the service's order. Resolves with undefined if the network is
   * unsupported.
   */
  transactions(
    account: CaipAddress,
    cursor: string | undefined,
    opts?: CallOptions,
  ): Promise<HistoryPage | undefined>
}

export function createHistory(
  { supports, get }: DataRequests,
  { answers, clock }: Pick<DataServiceOptions, 'answers' | 'clock'>,
): HistoryService {
  return {
    async transactions(account, cursor, opts) {
      const { networkId, address } = parseCaipAddress(account)
      if (!(await supports(networkId, opts))) return undefined
      const params = { cursor, chainId: networkId }
      const page = await get(`v1/account/${inPath(address)}/history`, params, answers.history, opts)
      // Drop transactions more than a day in the future. They would stay at the top of the list.
      const latest = clock.now() + 86_400_000
      const transactions = page.transactions
        .filter((item) => item.metadata.chain === networkId && !isSpam(item))
        .map((item) => pastTransaction(item, networkId))
        .filter(({ at }) => at >= 0 && at <= latest)
      return { transactions, next: page.next }
    },
  }
}

type Item = NonNullable<ReturnType<DataServiceOptions['answers']['history']>>['transactions'][number]

/** Returns whether all transfers are spam. A transaction without transfers, such as an approval, isn't spam. */
function isSpam({ transfers }: Item): boolean {
  return transfers.length > 0 && transfers.every(({ nft_info }) => nft_info?.flags?.is_spam === true)
}

function pastTransaction({ id, metadata, transfers }: Item, network: CaipNetworkId): PastTransaction {
  const { operationType, hash, minedAt, sentFrom, sentTo, status } = metadata
  const moved = transfers.map(pastTransfer)
  return {
    id,
    hash,
    network,
    at: Date.parse(minedAt),
    operation: operationType.toLowerCase(),
    status: pastStatus(status),
    from: addressText(sentFrom),
    to: addressText(sentTo),
    transfers: moved,
    isPoisoning: moved.length > 0 && moved.every(({ nft, quantity }) => !nft && !/[1-9]/.test(quantity)),
  }
}

/** Returns the address. Returns undefined if it is empty, is too long, or contains invalid characters. */
function addressText(address = ''): string | undefined {
  return /^[-.%a-zA-Z0-9]{1,128}$/.test(address) ? address : undefined
}

function pastTransfer({
  fungible_info: coin,
  nft_info: nft,
  direction,
  quantity,
}: Item['transfers'][number]): PastTransfer {
  return {
    direction,
    quantity: quantity.numeric,
    symbol: nft ? '' : tokenSymbol(coin?.symbol),
    name: tokenSymbol((nft ?? coin)?.name),
    nft: Boolean(nft),
    imageUrl: nft ? nft.content?.preview?.url : coin?.icon?.url,
  }
}
