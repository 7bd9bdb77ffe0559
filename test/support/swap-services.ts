import type { ServerResponse } from 'node:http'
import { getAddress } from 'ethers'
import type { SwapProviderFactory, SwapToken } from '../../src/core/wallet/payments/swap-provider.ts'
import type { DevProviders } from '../../src/devnet/providers/start-providers.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { lifi } from '../../src/providers/lifi/index.ts'
import { oneinch } from '../../src/providers/oneinch/index.ts'
import { paraswap } from '../../src/providers/paraswap/index.ts'
import type { AggregatorOptions } from '../../src/providers/shared/aggregator-options.ts'
import { zerox } from '../../src/providers/zerox/index.ts'
import { type LoopbackRequest, loopback } from './loopback.ts'

export type Json = Readonly<Record<string, unknown>>

/** A provider of swaps, and the paths of fields in the answers of the provider's service. */
export interface SwapService {
  readonly name: string
  readonly create: (options: AggregatorOptions) => SwapProviderFactory
  readonly url: (services: DevProviders) => string
  readonly quotes: RegExp
  /** The path of the service's URL for calls. Undefined if the service's quote contains the call. */
  readonly builds: RegExp | undefined
  /** Paths of fields in the service's answer to a request for a quote. */
  readonly quoted: {
    readonly from: string
    readonly to: string
    readonly toAmount: string
    readonly amount?: string
  }
  /** Paths of fields in the service's answer with the call. `call`: the transaction. `chain`: the transaction's network. */
  readonly call: string
  readonly chain?: string
}

export const swapServices: readonly SwapService[] = [
  {
    name: 'oneinch',
    create: oneinch,
    url: (services) => services.oneinch,
    quotes: /\/quote\?/,
    builds: /\/swap\?/,
    quoted: { from: 'srcToken.address', to: 'dstToken.address', toAmount: 'dstAmount' },
    call: 'tx.',
  },
  {
    name: 'zerox',
    create: zerox,
    url: (services) => services.zerox,
    quotes: /\/price\?/,
    builds: /\/quote\?/,
    quoted: { from: 'sellToken', to: 'buyToken', toAmount: 'buyAmount', amount: 'sellAmount' },
    call: 'transaction.',
  },
  {
    name: 'paraswap',
    create: paraswap,
    url: (services) => services.paraswap,
    quotes: /\/prices\?/,
    builds: /\/transactions\//,
    quoted: {
      ...{ from: 'priceRoute.srcToken', to: 'priceRoute.destToken' },
      ...{ toAmount: 'priceRoute.destAmount', amount: 'priceRoute.srcAmount' },
    },
    call: '',
    chain: 'chainId',
  },
  {
    name: 'lifi',
    create: lifi,
    url: (services) => services.lifi,
    quotes: /\/quote\?/,
    builds: undefined,
    quoted: {
      ...{ from: 'action.fromToken.address', to: 'action.toToken.address' },
      ...{ toAmount: 'estimate.toAmount', amount: 'action.fromAmount' },
    },
    call: 'transactionRequest.',
    chain: 'transactionRequest.chainId',
  },
]

/** Returns the devnet's tokens, as the option `tokens` lists them. */
export function swapTokens(devnet: Devnet): readonly (SwapToken & { readonly address: string })[] {
  return devnet.tokens
    .filter(({ asset }) => asset.startsWith('eip155:31337/'))
    .map(({ asset, symbol, name, decimals }) => ({
      ...{ symbol, name, decimals },
      address: getAddress(asset.slice(asset.lastIndexOf(':') + 1)),
    }))
}

/** Sets the field at a path such as `tx.to`. */
export function withField(answer: Json, path: string, change: (value: unknown) => unknown): Json {
  const [name = '', ...rest] = path.split('.')
  const value = answer[name]
  const next = rest.length ? withField((value ?? {}) as Json, rest.join('.'), change) : change(value)
  return { ...answer, [name]: next }
}

export type Spoil = (answer: Json, request: LoopbackRequest) => Json | ((response: ServerResponse) => unknown)

/** Starts a server between a provider and its fake service. The server can change the fake service's answers. */
export async function spoilingProxy(target: string) {
  let spoil: { readonly on: RegExp; readonly by: Spoil; readonly instead: boolean } | undefined
  const server = await loopback((request, response) => {
    const { method, path, body, headers } = request
    if (spoil?.instead && spoil.on.test(path)) return reply(spoil.by({}, request))
    const sent: Record<string, string> = { 'content-type': headers['content-type'] ?? 'text/plain' }
    void fetch(target + path, { method, headers: sent, ...(method === 'POST' && { body }) }).then(
      async (answer) => {
        const text = await answer.text()
        response.setHeader('content-type', 'application/json')
        response.statusCode = answer.status
        if (!spoil?.on.test(path)) return void response.end(text)
        reply(spoil.by(JSON.parse(text), request))
      },
    )
    function reply(spoiled: ReturnType<Spoil>): void {
      if (typeof spoiled === 'function') spoiled(response)
      else response.end(JSON.stringify(spoiled))
    }
  })
  return {
    ...server,
    /** Changes the answers to requests whose path matches `on`. Without arguments, the server changes no answers. */
    spoil(on?: RegExp, by?: Spoil) {
      spoil = on && by && { on, by, instead: false }
    },
    /** Answers requests whose path matches `on`, in place of the fake service. */
    answer(on: RegExp, by: Spoil) {
      spoil = { on, by, instead: true }
    },
  }
}
