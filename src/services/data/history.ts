import type { CaipAddress, CaipNetworkId } from '../../core/chain/caip.ts'
import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import { tokenSymbol } from '../../core/token-symbol.ts'
import type { PastTransaction, PastTransfer } from '../../core/wallet/past-transaction.ts'
import type { CallOptions } from '../../ports.ts'
import { type DataRequests, type DataServiceOptions, inPath } from './data-requests.ts'

export interface HistoryPage {
  /** Without spam, and on the account's network only. */
  readonly transactions: readonly PastTransaction[]
  /** What the next page is asked for with. */
  readonly next: string | undefined
}

/** What accounts have done. */
export interface HistoryService {
  /** One page of it, newest first as the service has it; undefined on a network that the service does not know. */
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
      // A stamp of the future would stand above everything for ever.
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

/** All that it moved is spam. One that moved nothing, such as an approval, is none. `reliability` SN6. */
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
    status: /fail/i.test(status) ? 'failed' : /pending|progress/i.test(status) ? 'pending' : 'confirmed',
    from: addressText(sentFrom),
    to: addressText(sentTo),
    transfers: moved,
    worthless: moved.length > 0 && moved.every(({ nft, quantity }) => !nft && !/[1-9]/.test(quantity)),
  }
}

/** An address has only letters and digits; of anything else nothing is left. */
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
