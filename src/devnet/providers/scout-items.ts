import type { Answering } from './blockscout.ts'

interface Party {
  readonly hash: string
}
interface Placed {
  readonly block_number: number
  readonly timestamp: string
  readonly from: Party
  readonly to: Party | null
}
export interface ScoutToken {
  readonly address_hash: string
  readonly name: string
  readonly symbol: string
  readonly decimals: string
  readonly type: string
}
export interface ScoutTransaction extends Placed {
  readonly hash: string
  readonly value: string
  readonly status: string
  readonly created_contract: Party | null
}
export interface ScoutTransfer extends Placed {
  readonly transaction_hash: string
  readonly token: ScoutToken
  readonly total: { readonly value: string; readonly decimals: string }
}

export interface ScoutNft {
  readonly id: string
  readonly token_type: string
  readonly value: string
  readonly token: { readonly address_hash: string; readonly name: string }
  readonly metadata: { readonly name?: string; readonly description?: string; readonly image?: string }
}

/** Returns all items of a list in the fake of Blockscout. Other fakes use the same data. */
export async function allItems<T>(scout: Answering, address: string, list: string): Promise<readonly T[]> {
  const items: T[] = []
  for (let index = 0; ; ) {
    const query = new URLSearchParams({ index: String(index) })
    const page = (await scout(`addresses/${address}/${list}`, query)) as
      | { readonly items: readonly T[]; readonly next_page_params: { readonly index: number } | null }
      | undefined
    items.push(...(page?.items ?? []))
    if (!page?.next_page_params) return items
    index = page.next_page_params.index
  }
}
