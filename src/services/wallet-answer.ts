import * as z from 'zod/mini'
import type { CatalogueWallet } from '../core/wallet/list/catalogue-wallet.ts'

// This file may import only types from our own modules. If it shared code with a page's entry, some bundlers would move the shared
// code into an extra chunk, which every page would fetch.

/** The maximum lengths of texts in characters, and the maximum numbers of entries. They aren't in the specification. */
const most = { text: 2048, chains: 500, entries: 200 }

const text = z.string().check(z.minLength(1), z.maxLength(most.text))
const optional = <T extends z.ZodMiniType>(type: T) => z.catch(z.optional(type), undefined as never)
const link = optional(text)
const webLink = optional(text.check(z.regex(/^https:\/\/[^/]/)))
const chain = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/

const wallet = z.object({
  id: z.string().check(z.regex(/^[\w.-]{1,128}$/)),
  name: z.unknown(),
  rdns: optional(text.check(z.regex(/^[a-z0-9.-]{3,253}$/i))),
  chains: optional(
    z.pipe(
      z.array(z.unknown()).check(z.maxLength(most.chains)),
      z.transform((ids) => ids.filter((id): id is string => typeof id === 'string' && chain.test(id))),
    ),
  ),
  image_id: optional(z.string().check(z.regex(/^[\w-]{1,128}$/))),
  homepage: webLink,
  mobile_link: link,
  link_mode: webLink,
  desktop_link: link,
  webapp_link: webLink,
  app_store: webLink,
  play_store: webLink,
  chrome_store: webLink,
  badge_type: optional(z.enum(['none', 'certified'])),
})
const answer = z.object({
  data: z.array(z.unknown()),
  count: z.catch(z.int().check(z.nonnegative()), 0),
})

export interface WalletAnswer {
  /** The wallets without duplicates. A wallet's `name` comes from the service unchanged, so it can have any type. */
  readonly wallets: readonly (Omit<CatalogueWallet, 'name'> & { readonly name: unknown })[]
  readonly count: number
}

/** Reads a wallet list. Drops invalid entries. Returns undefined if the whole response is invalid. */
export function readWalletAnswer(body: unknown): WalletAnswer | undefined {
  const { success, data: read } = answer.safeParse(body)
  if (!success) return undefined
  const wallets = new Map<string, WalletAnswer['wallets'][number]>()
  for (const entry of read.data.slice(0, most.entries)) {
    const { data: one } = wallet.safeParse(entry)
    if (one && !wallets.has(one.id)) wallets.set(one.id, one)
  }
  return { wallets: [...wallets.values()], count: read.count }
}
