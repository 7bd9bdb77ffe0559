import type { ServerResponse } from 'node:http'
import type { DataProviderFactory } from '../../src/core/wallet/data-provider.ts'
import type { JsonRpcPort } from '../../src/ports.ts'
import { joinProviders } from '../../src/services/data/joined-providers.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { type LoopbackRequest, loopback, quickClock } from './loopback.ts'

/**
 * Fakes of CoinGecko, DefiLlama and Blockscout on loopback. They answer in the shape of each service's public API documentation;
 * the services themselves aren't asked. An answer may be a value for JSON, or a function that writes the response.
 */
export type FakeAnswer = (url: URL, request: LoopbackRequest) => unknown

/** `answers` are keyed by the start of the path; unknown paths get 404. */
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

/** A hostile or busy server's answers, by name. Each has a part of an address or a price only where the shape has one. */
export const badAnswers: Readonly<Record<string, FakeAnswer>> = {
  'HTML instead of JSON': () => (response: ServerResponse) =>
    response.end('<html><body>Welcome</body></html>'),
  'more than 10 MB': () => (response: ServerResponse) => response.end(`[${'"x",'.repeat(3_000_000)}1]`),
  'an error with status 200': () => ({ status: { error_code: 429, error_message: 'Too many requests' } }),
  'a list instead of an object': () => [],
  'status 500 without end': () => (response: ServerResponse) => response.writeHead(500).end('{}'),
}

/** Unix time in seconds. */
export const seconds = (ms: number) => Math.floor(ms / 1000)

/** A provider as `createLatchkey` joins it, on a clock that runs fast. */
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
  throw new Error('no node is asked')
}

/** Addresses and amounts of a Blockscout answer, by https://docs.blockscout.com/devs/apis/rest */
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
  /** 1.5 of a token with 6 decimals. */
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
