import { expect } from 'vitest'
import { eip155 } from '../../src/adapters/eip155/index.ts'
import { createLatchkey } from '../../src/client/create-latchkey.ts'
import { externalConnector } from '../../src/connectors/external.ts'
import type { CaipAddress } from '../../src/core/chain/caip.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import type { LatchkeyOptions } from '../../src/core/options/options.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { answers, fakeEndpoint, type WireCall } from './loopback.ts'
import type { Reply } from './quirks.ts'

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const balance = 10n ** 18n
const hash = `0x${'ab'.repeat(32)}`
const hex = (value: number | bigint) => `0x${value.toString(16)}`

/** Returns a function that answers as a working node of eip155:1 does. */
export function honestNode(now: () => number): Reply {
  const block = () => ({
    number: '0x10',
    hash,
    timestamp: hex(Math.floor(now() / 1000)),
    gasLimit: hex(30_000_000),
    baseFeePerGas: hex(10 ** 9),
  })
  const values: Readonly<Record<string, () => unknown>> = {
    eth_chainId: () => '0x1',
    eth_getBalance: () => hex(balance),
    eth_getTransactionCount: () => '0x5',
    eth_gasPrice: () => hex(2 * 10 ** 9),
    eth_maxPriorityFeePerGas: () => hex(10 ** 9),
    eth_estimateGas: () => hex(21_000),
    eth_blockNumber: () => '0x10',
    eth_getBlockByNumber: block,
    eth_getCode: () => '0x',
    eth_call: () => '0x',
  }
  return (calls) =>
    answers(calls, ({ method }) => {
      const value = values[method]
      if (!value) throw new Error(`not expected: ${method}`)
      return value()
    })
}

/**
 * Creates a client with a connected account, on fake endpoints of eip155:1 and a manual clock. The keys of `replies`
 * are the hosts of the endpoints.
 */
export async function fakeNodeClient(
  replies: Readonly<Record<string, Reply>>,
  options: Partial<LatchkeyOptions> = {},
) {
  const node = fakeEndpoint((calls, { url, signal, index }) => {
    const reply = replies[new URL(url).host]
    if (!reply) throw new Error(`not expected: ${url}`)
    return reply(calls, { signal, index })
  })
  const platform = memoryPlatform({ fetch: node.fetch })
  const { clock } = platform
  const network: ChainNetwork<'eip155'> = {
    id: 1,
    caipNetworkId: 'eip155:1',
    chainNamespace: 'eip155',
    name: 'One',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: Object.keys(replies).map((host) => `https://${host}/key`) } },
  }
  const walletCalls: string[] = []
  const provider = {
    async request({ method }: { method: string }) {
      walletCalls.push(method)
      if (/accounts/i.test(method)) return [alice]
      if (method === 'eth_chainId') return '0x1'
      if (method === 'eth_sendTransaction') return hash
      throw Object.assign(new Error('not supported'), { code: 4200 })
    },
    on() {},
    removeListener() {},
  }
  const latchkey = createLatchkey({
    networks: [network],
    adapters: [eip155()],
    connectors: [externalConnector({ id: 'keys', name: 'Keys', provider })],
    enableEIP6963: false,
    enableInjected: false,
    ...options,
    platform: { ...platform, ...options.platform },
    name: 'fake',
  })
  const account = `eip155:1:${alice}` as CaipAddress<'eip155'>

  /** Advances the clock until the promise settles. Fails after `ms`. */
  async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
    let settled = false
    const done = () => {
      settled = true
    }
    promise.then(done, done)
    let passed = 0
    const step = async () => {
      const next = Math.min(250, ms - passed)
      passed += next
      await clock.advance(next)
      return settled
    }
    await expect.poll(step, { interval: 1, message: `it settles within ${ms} ms` }).toBe(true)
    return promise
  }
  await latchkey.connect({ connectorId: 'keys' })
  const adapter = await latchkey.adapter('eip155')
  const asked = (host: string): readonly WireCall[] =>
    node.posts.filter((_, index) => new URL(node.urls[index] as string).host === host).flat()
  return { ...node, latchkey, adapter, account, platform, clock, walletCalls, hash, asked, within }
}
