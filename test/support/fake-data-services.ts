import type { ServerResponse } from 'node:http'
import type { DataProviderFactory } from '../../src/core/wallet/data-provider.ts'
import type { JsonRpcPort } from '../../src/ports.ts'
import { joinProviders } from '../../src/services/data/joined-providers.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { type LoopbackRequest, loopback, quickClock } from './loopback.ts'

/**
 * An answer of a fake CoinGecko, DefiLlama or Blockscout on loopback, in the documented format of the real service. The
 * answer is a value to send as JSON, or a function that writes the response.
 */
export type FakeAnswer = (url: URL, request: LoopbackRequest) => unknown

/** Starts a fake service. Each key of `answers` is the start of a path. Other paths get 404. */
export async function fakeService(answers: Readonly<Record<string, FakeAnswer>>) {
  const server = await loopback((request, response) => {
    const url = new URL(request.path, 'http://fake')
    const [, answer] = Object.entries(answers).find(([start]) => url.pathname.startsWith(start)) ?? []
    response.setHeader('content-type', 'application/json')
    if (!answer) return void response.writeHead(404).end('{"message":"Not found"}')
    const value = answer(url, request)
    if (typeof value === 'function') (value as (response: ServerResponse) => void)(response)
    else response.end(JSON.stringify(value))
  })
  const asked = () => server.requests.map(({ path }) => new URL(path, 'http://fake'))
  return { ...server, asked }
}

/** The answers of a hostile or busy server, by name. None of them contains a usable address or price. */
export const badAnswers: Readonly<Record<string, FakeAnswer>> = {
  'HTML instead of JSON': () => (response: ServerResponse) =>
    response.end('<html><body>Welcome</body></html>'),
  'more than 10 MB': () => (response: ServerResponse) => response.end(`[${'"x",'.repeat(3_000_000)}1]`),
  'an error with status 200': () => ({ status: { error_code: 429, error_message: 'Too many requests' } }),
  'a list instead of an object': () => [],
  'status 500 on every attempt': () => (response: ServerResponse) => response.writeHead(500).end('{}'),
}

/** Converts a time in ms to Unix time in seconds. */
export const seconds = (ms: number) => Math.floor(ms / 1000)

/** Combines these factories into one data provider, as `createLatchkey` does. The provider's clock runs fast. */
export async function joined(
  factories: readonly DataProviderFactory[],
  node: JsonRpcPort['request'] = noNode,
  currency = 'usd',
) {
  const clock = quickClock(100, 1)
  const platform = memoryPlatform({ clock, fetch: (input, init) => fetch(input, init) })
  const coin = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const data = await joinProviders(
    factories,
    platform,
    { rpc: () => ({ request: node }), coin: () => coin, currency },
    undefined,
  )
  return { ...data, clock }
}

async function noNode(): Promise<never> {
  throw new Error('this test must not ask a node')
}

/** Functions that build parts of a Blockscout answer. https://docs.blockscout.com/devs/apis/rest */
export const scout = {
  transaction: (more: Readonly<Record<string, unknown>>) => ({
    block_number: 100,
    timestamp: '2026-03-01T10:00:00.000000Z',
    status: 'ok',
    result: 'success',
    value: '0',
    method: null,
    created_contract: null,
    token_transfers: null,
    ...more,
  }),
  /** Builds a transfer of 1.5 units of a token with 6 decimals. */
  transfer: (more: Readonly<Record<string, unknown>>) => ({
    block_number: 100,
    timestamp: '2026-03-01T10:00:00.000000Z',
    log_index: 3,
    type: 'token_transfer',
    total: { decimals: '6', value: '1500000' },
    ...more,
  }),
  party: (hash: string) => ({ hash, is_contract: false, is_scam: false, name: null }),
  token: (address: string, more: Readonly<Record<string, unknown>> = {}) => ({
    address_hash: address,
    decimals: '6',
    exchange_rate: '1.0',
    icon_url: 'https://icons.example/usd.png',
    name: 'Test Dollar',
    reputation: 'ok',
    symbol: 'tUSD',
    type: 'ERC-20',
    ...more,
  }),
}
