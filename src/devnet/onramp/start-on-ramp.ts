import { setTimeout as sleep } from 'node:timers/promises'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { DataRefusal } from '../../servers/data/data-refusal.ts'
import type { OnRampSource } from '../../servers/data/on-ramp.ts'
import type { DevToken, StartOptions } from '../family-devnet.ts'
import { type LocalAnswer, type LocalRequest, serveLoopback } from '../server/loopback-server.ts'
import { Desk, type Order, slugOf } from './desk.ts'
import { declinedCard, declinedPage, gonePage, orderPage, paidPage } from './pages.ts'
import { payOut } from './pay-out.ts'

/** A provider's page on loopback where visitors buy, in the place of Coinbase and of Meld. */
export interface DevOnRamp {
  /** `http://127.0.0.1:…` */
  readonly url: string
  /** For the option `meld` of `createLatchkey`. */
  readonly meld: { readonly publicKey: string; readonly url: string }
  /** For a data service: what is sold, and what was bought. */
  readonly source: OnRampSource
  stop(): Promise<void>
}

export interface DevOnRampOptions extends StartOptions {
  /** The chains; it sells on those of eip155 and solana. */
  readonly networks: readonly ChainNetwork[]
  /** What the devnet itself made; of those of eip155 it sells each. */
  readonly tokens: readonly DevToken[]
  /** How long a payment takes until the coins are on their way, in ms. Default 2000. */
  readonly delay?: number | undefined
}

const publicKey = 'dev-meld-key'
const html = 'text/html; charset=utf-8'
/** In bytes: more than a form has. */
const bodyLimit = 10_000

/**
 * Starts a provider's page. It asks for a card number, which it looks at and forgets, and pays from the faucet of a local chain: ether
 * and tokens on eip155, SOL on solana. Node only.
 *
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

  const server = await serveLoopback({
    allowedOrigins,
    bodyLimit,
    visits: true,
    async answer(request) {
      try {
        return { contentType: html, ...(await answer(request)) }
      } catch (error) {
        if (!(error instanceof DataRefusal)) throw error
        return { status: error.status, contentType: 'text/plain; charset=utf-8', body: error.message }
      }
    },
  })
  url = server.url

  function answer({ method, url: asked, body }: LocalRequest): LocalAnswer {
    if (method === 'GET' && asked.pathname === '/meld') return { body: orderPage(meldOrder(asked)) }
    const order = desk.find(/^\/order\/([\w-]{36})$/.exec(asked.pathname)?.[1] ?? '')
    if (!order || order.bought) return { status: 404, body: gonePage() }
    return method === 'POST'
      ? pay(order, new URLSearchParams(body.toString('utf8')))
      : { body: orderPage(order) }
  }

  function meldOrder({ searchParams }: URL): Order {
    if (searchParams.get('publicKey') !== publicKey)
      throw new DataRefusal(401, 'publicKey', 'The public key is not known here')
    const wares = desk.waresOf(searchParams.get('destinationCurrencyCode') ?? '')
    if (wares.length === 0) throw new DataRefusal(400, 'destinationCurrencyCode', 'It is not sold here')
    const address = searchParams.get('walletAddress') ?? ''
    return desk.order({ provider: 'Meld.io', address, wares, amount: undefined })
  }

  /** In one task until it is noted as bought: a form that is sent twice buys once. */
  function pay(order: Order, form: URLSearchParams): LocalAnswer {
    const typed = { amount: form.get('amount') ?? '', network: form.get('network') ?? '' }
    const ware = order.wares.find(({ network }) => slugOf(network) === typed.network)
    const again = (problem: string) => ({ status: 400, body: orderPage(order, problem, typed) })
    if (!ware) return again('Choose a network.')
    const card = (form.get('card') ?? '').replaceAll(/[ -]/g, '')
    if (!isCardNumber(card)) return again('This is no card number.')
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
      return { body: declinedPage() }
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
    return { body: paidPage(order, ware, bought) }
  }

  return {
    url,
    meld: { publicKey, url: `${url}/meld` },
    source: desk,
    async stop() {
      stopping.abort()
      await Promise.all([server.stop(), ...paying])
    },
  }
}

/** Twelve to nineteen digits with a check digit: ISO/IEC 7812-1, Luhn. */
function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false
  const sum = [...digits].reverse().reduce((all, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    return all + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
