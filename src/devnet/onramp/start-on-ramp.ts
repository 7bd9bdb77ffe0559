import { setTimeout as sleep } from 'node:timers/promises'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { DataRefusal } from '../../servers/data/data-refusal.ts'
import type { OnRampSource } from '../../servers/data/on-ramp.ts'
import type { DevToken, StartOptions } from '../family-devnet.ts'
import { type DevApp, type DevContext, reply, serveLoopback } from '../server/loopback-server.ts'
import { Desk, type Order, slugOf } from './desk.ts'
import { declinedCard, declinedPage, gonePage, orderPage, paidPage } from './pages.ts'
import { payOut } from './pay-out.ts'

/** A page on loopback where visitors buy. It replaces the pages of Coinbase and Meld. */
export interface DevOnRamp {
  /** A URL such as `http://127.0.0.1:3000`. */
  readonly url: string
  /** The option `meld` of `createLatchkey`. */
  readonly meld: { readonly publicKey: string; readonly url: string }
  /** For the option `currencies` of `meld()` of `latchkey/providers/meld`: the codes of the devnet's coins on Meld's page. */
  readonly meldCurrencies: Readonly<Record<CaipNetworkId, Readonly<Record<string, string>>>>
  /** The source of tokens for sale and of purchases, for a data service. */
  readonly source: OnRampSource
  stop(): Promise<void>
}

export interface DevOnRampOptions extends StartOptions {
  /** The networks. The on-ramp ignores families other than eip155 and solana. */
  readonly networks: readonly ChainNetwork[]
  /** The devnet's own tokens. The on-ramp sells all tokens of eip155. */
  readonly tokens: readonly DevToken[]
  /** The time between the payment and the transfer, in ms. Default: 2000. */
  readonly delay?: number | undefined
}

const publicKey = 'dev-meld-key'
const html = (c: DevContext, body: string, status = 200) =>
  reply(c, { status, contentType: 'text/html; charset=utf-8', body })
/** In bytes. A form is smaller. */
const bodyLimit = 10_000

/**
 * Starts a provider's page. It asks for a card number, and checks the number without storing it. It pays from a local faucet: ether and tokens on
 * eip155, SOL on solana. Node only.
 * @example
 * const onramp = await startOnRamp(devnet)
 * const data = await startDataService({ ...devnet, onramp })
 */
export async function startOnRamp({
  networks,
  tokens,
  delay = 2000,
  allowedOrigins,
  log,
}: DevOnRampOptions): Promise<DevOnRamp> {
  const stopping = new AbortController()
  const paying = new Set<Promise<void>>()
  let url = ''
  const desk = new Desk(networks, tokens, ({ id }) => `${url}/order/${id}`)

  const server = await serveLoopback({ allowedOrigins, bodyLimit, allowNavigation: true, routes })
  url = server.url

  function routes(app: DevApp): void {
    app.get('/meld', (c) => html(c, orderPage(meldOrder(new URL(c.req.url)))))
    app.all('/order/:id', (c, next) => {
      const order = desk.find(c.req.param('id'))
      if (!order || order.bought) return next()
      if (c.req.method !== 'POST') return html(c, orderPage(order))
      return pay(c, order, new URLSearchParams(c.var.body.toString('utf8')))
    })
    app.all('*', (c) => html(c, gonePage(), 404))
  }

  function meldOrder({ searchParams }: URL): Order {
    if (searchParams.get('publicKey') !== publicKey)
      throw new DataRefusal(401, 'publicKey', 'The public key is not known here')
    // Visitors can't change a parameter whose name ends in `Locked`: https://docs.meld.io/docs/url-parameters
    const paramOf = (name: string) => searchParams.get(`${name}Locked`) ?? searchParams.get(name) ?? ''
    const offers = desk.offersFor(paramOf('destinationCurrencyCode'))
    if (offers.length === 0) throw new DataRefusal(400, 'destinationCurrencyCode', 'It is not sold here')
    const amount = paramOf('sourceAmount') || undefined
    return desk.order({ provider: 'Meld.io', address: paramOf('walletAddress'), offers, amount })
  }

  /** Marks the order as bought before any `await`, so that a form that is submitted twice buys once. */
  function pay(c: DevContext, order: Order, form: URLSearchParams): Response {
    const typed = { amount: form.get('amount') ?? '', network: form.get('network') ?? '' }
    const ware = order.offers.find(({ network }) => slugOf(network) === typed.network)
    const again = (problem: string) => html(c, orderPage(order, problem, typed), 400)
    if (!ware) return again('Choose a network.')
    const card = (form.get('card') ?? '').replaceAll(/[ -]/g, '')
    if (!isCardNumber(card)) return again('Invalid card number.')
    let bought: bigint
    try {
      bought = desk.price(ware, 'USD', typed.amount.trim()).bought
    } catch (error) {
      if (error instanceof DataRefusal) return again(`The amount: ${error.message}.`)
      throw error
    }
    order.bought = true
    const end = desk.begin(order, ware, bought)
    if (card === declinedCard.replaceAll(' ', '')) {
      end(undefined)
      return html(c, declinedPage())
    }
    const { signal } = stopping
    const paid = (async () => {
      try {
        await sleep(delay, undefined, { signal })
        end(await payOut(ware, order.address, bought, signal))
      } catch (error) {
        end(undefined)
        if (!signal.aborted) log?.warn(`The faucet did not pay: ${String(error)}`)
      }
    })()
    paying.add(paid)
    void paid.finally(() => paying.delete(paid))
    return html(c, paidPage(order, ware, bought))
  }

  return {
    url,
    meld: { publicKey, url: `${url}/meld` },
    meldCurrencies: desk.meldCurrencies(),
    source: desk,
    async stop() {
      stopping.abort()
      await Promise.all([server.stop(), ...paying])
    },
  }
}

/** A card number has 12 to 19 digits and a Luhn check digit (ISO/IEC 7812-1). */
function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false
  const sum = [...digits].reverse().reduce((all, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    return all + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
