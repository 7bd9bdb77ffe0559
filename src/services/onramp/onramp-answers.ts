import * as z from 'zod/mini'

// This file must not import our own modules: see `services/wallet-answer.ts`.

/** The maximum lengths of texts in characters, and the maximum numbers of entries. They aren't in the specification. */
const most = {
  text: 200,
  url: 4096,
  currencies: 300,
  networks: 50,
  limits: 20,
  purchases: 200,
  transfers: 10,
}

const text = z.string().check(z.maxLength(most.text))
const optional = <T extends z.ZodMiniType>(type: T) => z.catch(z.optional(type), undefined as never)
/** Matches plain decimal text, without sign, exponent or words. */
const decimal = z.string().check(z.regex(/^\d{1,40}(\.\d{1,40})?$/))
const network = z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/))

const options = z.object({
  paymentCurrencies: z.array(z.unknown()),
  purchaseCurrencies: z.array(z.unknown()),
})
const paymentCurrency = z.object({
  id: z.string().check(z.regex(/^[A-Z]{3}$/)),
  payment_method_limits: z
    .array(z.object({ id: text, min: decimal, max: decimal }))
    .check(z.maxLength(most.limits)),
})
const purchaseCurrency = z.object({
  id: text,
  name: text,
  symbol: z.string().check(z.minLength(1), z.maxLength(32)),
  networks: z
    .array(z.object({ name: text, display_name: text, chain_id: text, contract_address: text }))
    .check(z.maxLength(most.networks)),
})

const money = z.object({ amount: decimal, currency: z.string().check(z.minLength(1), z.maxLength(32)) })
const quote = z.object({
  paymentTotal: money,
  purchaseAmount: money,
  paymentSubtotal: optional(money),
  coinbaseFee: optional(money),
  networkFee: optional(money),
  quoteId: optional(text),
})
const link = z.object({ url: z.string().check(z.maxLength(most.url)) })

const purchases = z.object({ data: z.array(z.unknown()) })
const coin = z.object({ name: optional(text), symbol: optional(text) })
const transfer = z.object({ fungible_info: z.nullish(coin), quantity: z.object({ numeric: decimal }) })
const purchase = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(256)),
  metadata: z.object({
    // Absent until the provider has delivered the purchase.
    hash: z.catch(z.string().check(z.regex(/^[\w-]{0,128}$/)), ''),
    chain: network,
    minedAt: z.string().check(z.maxLength(64)),
    status: z.string().check(z.maxLength(64)),
  }),
  transfers: z.catch(z.array(z.unknown()), []),
})

/** Returns the entries that match the schema, among the first `count` entries. */
function usable<T extends z.ZodMiniType>(schema: T, entries: readonly unknown[], count: number) {
  return entries.slice(0, count).flatMap((entry): z.infer<T>[] => {
    const read = schema.safeParse(entry)
    return read.success ? [read.data] : []
  })
}

/** Reads on-ramp responses (S3.2.2). Drops invalid entries. Returns undefined if the whole response is invalid. */
export const onRampAnswers = {
  options: (body: unknown) => {
    const lists = options.safeParse(body).data
    return (
      lists && {
        paymentCurrencies: usable(paymentCurrency, lists.paymentCurrencies, most.currencies),
        purchaseCurrencies: usable(purchaseCurrency, lists.purchaseCurrencies, most.currencies),
      }
    )
  },
  /** Reads a quote of the service or of the host's own providers. */
  quote: (body: unknown) => quote.safeParse(body).data,
  url: (body: unknown) => link.safeParse(body).data?.url,
  purchases: (body: unknown) => {
    const list = purchases.safeParse(body).data?.data
    return (
      list &&
      usable(purchase, list, most.purchases).map((each) => ({
        ...each,
        transfers: usable(transfer, each.transfers, most.transfers),
      }))
    )
  },
}

export type OnRampAnswers = typeof onRampAnswers
