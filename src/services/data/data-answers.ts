import * as z from 'zod/mini'

// This file must not import our own modules: see `services/wallet-answer.ts`.

/**
 * The maximum lengths of texts in characters, and the maximum numbers of entries. They aren't in the specification. A page of
 * history or NFTs with too many entries is refused. Balances have no limit here, because the caller sorts the balances before it
 * cuts the list.
 */
const most = {
  text: 2048,
  entries: 500,
  history: 5000,
  transfers: 50,
  names: 50,
  nfts: 200,
  picture: 150_000,
}

const text = z.string().check(z.maxLength(most.text))
/** Makes a field optional. If the field is invalid, only this field is dropped, and the rest of the entry is kept. */
const optional = <T extends z.ZodMiniType>(type: T) => z.catch(z.optional(type), undefined as never)
const webLink = optional(text.check(z.regex(/^https:\/\/[^/]/)))
/** Matches plain decimal text, without sign, exponent or words. */
const decimal = z.string().check(z.regex(/^\d{1,80}(\.\d{0,80})?$/))
const network = z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/))
const price = optional(z.number().check(z.positive(), z.maximum(1e15)))

const supported = z.object({ http: z.array(z.unknown()) })
/** The currency of the prices. Absent if the service knows only US dollars. */
const currency = z.catch(z.optional(z.string().check(z.maxLength(10))), '')
const balances = z.object({ balances: z.array(z.unknown()), currency })
const balance = z.object({
  name: optional(text),
  symbol: optional(text),
  chainId: network,
  // An invalid address makes the whole entry invalid. Without the address, the entry would count as the native coin.
  address: z.nullish(z.string().check(z.regex(/^[^\s]{1,200}$/))),
  price,
  quantity: z.object({ decimals: z.string().check(z.regex(/^\d{1,2}$/)), numeric: decimal }),
  iconUrl: webLink,
})
const prices = z.object({ fungibles: z.array(z.unknown()), currency })
const fungible = z.object({ price })
const identity = z.object({ name: z.nullish(text), avatar: z.catch(z.nullish(text), null) })

const history = z.object({ data: z.array(z.unknown()), next: z.nullish(text) })
const icon = z.object({ url: webLink })
const transfer = z.object({
  fungible_info: z.nullish(
    z.object({ name: optional(text), symbol: optional(text), icon: optional(z.nullish(icon)) }),
  ),
  nft_info: z.nullish(
    z.object({
      name: optional(text),
      flags: optional(z.nullish(z.object({ is_spam: optional(z.boolean()) }))),
      content: optional(z.nullish(z.object({ preview: optional(z.nullish(icon)) }))),
    }),
  ),
  direction: optional(z.enum(['in', 'out', 'self'])),
  quantity: z.object({ numeric: decimal }),
})
const transaction = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(256)),
  metadata: z.object({
    operationType: z.string().check(z.regex(/^[a-z_]{1,32}$/i)),
    hash: z.string().check(z.regex(/^[\w-]{1,128}$/)),
    chain: network,
    minedAt: z.string().check(z.maxLength(64)),
    sentFrom: optional(text),
    sentTo: optional(text),
    status: z.string().check(z.maxLength(64)),
  }),
  transfers: z.catch(z.array(z.unknown()), []),
})

/** Matches the digits of a uint256, at most 78. */
const digits = z.string().check(z.regex(/^\d{1,78}$/))
const nfts = z.object({ data: z.array(z.unknown()).check(z.maxLength(most.nfts)), next: z.nullish(text) })
const nft = z.object({
  chainId: network,
  standard: z.enum(['erc721', 'erc1155', 'metaplex']),
  contract: z.string().check(z.regex(/^[^\s]{1,200}$/)),
  tokenId: digits,
  quantity: digits,
  name: optional(text),
  description: optional(text),
  imageUrl: optional(z.string().check(z.maxLength(most.picture))),
  collection: optional(z.nullish(z.object({ name: optional(text) }))),
  isSpam: optional(z.boolean()),
})

const profile = z.object({
  name: text,
  addresses: z.record(z.string(), z.unknown()),
  attributes: z.catch(z.array(z.unknown()), []),
})
const pictured = z.object({ avatar: webLink })
const owned = z.object({ address: text })
const suggestions = z.object({ suggestions: z.array(z.unknown()) })
const suggestion = z.object({ name: text, registered: z.boolean() })
const refusal = z.object({ reasons: z.array(z.object({ description: text })) })

/** Returns the entries that match the schema, among the first `count` entries. */
function usable<T extends z.ZodMiniType>(schema: T, entries: readonly unknown[], count?: number) {
  return entries.slice(0, count).flatMap((entry): z.infer<T>[] => {
    const read = schema.safeParse(entry)
    return read.success ? [read.data] : []
  })
}

/** Reads responses of the data service (S3.2.2). Drops invalid entries. Returns undefined if the whole response is invalid. */
export const dataAnswers = {
  supported: (body: unknown) => {
    const list = supported.safeParse(body).data?.http
    return list && usable(network, list, 2000)
  },
  balances: (body: unknown) => {
    const answer = balances.safeParse(body).data
    return answer && { currency: answer.currency, items: usable(balance, answer.balances) }
  },
  /** Reads one price per requested address, in the same order. An unknown price is undefined. */
  prices: (body: unknown) => {
    const answer = prices.safeParse(body).data
    return (
      answer && {
        currency: answer.currency,
        prices: answer.fungibles.map((entry) => fungible.safeParse(entry).data?.price),
      }
    )
  },
  identity: (body: unknown) => identity.safeParse(body).data,
  history: (body: unknown) => {
    const page = history.safeParse(body).data
    if (!page || page.data.length > most.history) return undefined
    const transactions = usable(transaction, page.data).map((each) => ({
      ...each,
      transfers: usable(transfer, each.transfers, most.transfers),
    }))
    return { transactions, next: page.next || undefined }
  },
  nfts: (body: unknown) => {
    const page = nfts.safeParse(body).data
    return page && { items: usable(nft, page.data), next: page.next || undefined }
  },
  /** Reads the addresses by coin type, and the first avatar with an `https` URL. */
  profile: (body: unknown) => readProfile(body),
  profiles: (body: unknown) =>
    Array.isArray(body) ? body.slice(0, most.names).flatMap((entry) => readProfile(entry) ?? []) : undefined,
  suggestions: (body: unknown) => {
    const list = suggestions.safeParse(body).data?.suggestions
    return list && usable(suggestion, list, most.names)
  },
  /** Reads the service's message about a refusal. */
  refusal: (body: unknown) => refusal.safeParse(body).data?.reasons[0]?.description,
}

function readProfile(body: unknown) {
  const read = profile.safeParse(body).data
  if (!read) return undefined
  const addresses = new Map<number, string>()
  for (const [coinType, entry] of Object.entries(read.addresses).slice(0, most.entries)) {
    const address = owned.safeParse(entry).data?.address
    if (/^\d{1,10}$/.test(coinType) && address) addresses.set(Number(coinType), address)
  }
  const [avatar] = usable(pictured, read.attributes, most.entries).flatMap((one) => one.avatar ?? [])
  return { name: read.name, addresses, avatar }
}

export type DataAnswers = typeof dataAnswers
