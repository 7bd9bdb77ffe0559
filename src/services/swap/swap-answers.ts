import * as z from 'zod/mini'

// This file must not import our own modules: see `services/wallet-answer.ts`.

/** The maximum lengths of texts in characters, and the maximum numbers of entries. They aren't in the specification. */
const most = { text: 200, tokens: 5000, data: 40_000, route: 10 }

const text = z.string().check(z.minLength(1), z.maxLength(most.text))
/** Makes a field optional. If the field is invalid, only this field is dropped, and the rest of the entry is kept. */
const optional = <T extends z.ZodMiniType>(type: T) => z.catch(z.optional(type), undefined as never)
/** Matches an amount in the smallest unit: only digits, without sign, fraction, exponent or hex. */
const units = z.string().check(z.regex(/^\d{1,78}$/))
/** Matches the CAIP-10 id of an eip155 account or contract. */
const account = z.string().check(z.regex(/^eip155:[0-9]{1,32}:0x[0-9a-fA-F]{40}$/))
const plain = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const data = z.string().check(z.maxLength(most.data), z.regex(/^0x([0-9a-fA-F]{2})*$/))

const tokens = z.object({ tokens: z.array(z.unknown()) })
const token = z.object({
  name: text,
  symbol: text,
  address: account,
  decimals: z.int().check(z.minimum(0), z.maximum(255)),
  logoUri: optional(z.string().check(z.maxLength(2048), z.regex(/^https:\/\/[^/]/))),
})
const quotes = z.object({ quotes: z.array(z.unknown()) })
const quote = z.object({
  fromAmount: units,
  fromAccount: account,
  toAmount: units,
  toAccount: account,
  // Optional fields that aren't in the specification. If a field is present, it must be valid, because the swap's terms use it.
  // Only an invalid `priceImpact` is dropped.
  minimum: z.optional(units),
  spender: z.optional(plain),
  fee: z.optional(units),
  route: z.optional(z.array(text).check(z.maxLength(most.route))),
  /** The expiry of the quote, as Unix time in ms. */
  expiry: z.optional(z.int().check(z.positive())),
  /** The price impact in percent, for display only. This value never lowers the loss that is computed from the prices. */
  priceImpact: optional(z.number()),
})
const allowance = z.object({ allowance: units })
const gasPrice = z.object({ standard: units })
const approval = z.object({ tx: z.object({ from: account, to: account, data, value: units }) })
const build = z.object({
  tx: z.object({ from: account, to: account, data, amount: units, value: z.optional(units) }),
})

/** The value of a valid response, or the path of the first invalid field. The caller reports this path in its error. */
type Answer<T> = { readonly value: T } | { readonly wrong: string }

const reader =
  <T extends z.ZodMiniType>(schema: T) =>
  (body: unknown): Answer<z.infer<T>> => {
    const { success, data, error } = schema.safeParse(body)
    return success ? { value: data } : { wrong: error.issues[0]?.path.join('.') || 'answer' }
  }

/** Reads responses of the swap service (S3.2.2). */
export const swapAnswers = {
  tokens: (body: unknown) =>
    tokens
      .safeParse(body)
      .data?.tokens.slice(0, most.tokens)
      .flatMap((entry) => token.safeParse(entry).data ?? []),
  quotes: reader(quotes),
  quote: reader(quote),
  allowance: reader(allowance),
  gasPrice: reader(gasPrice),
  approval: reader(approval),
  build: reader(build),
}

export type SwapAnswers = typeof swapAnswers
