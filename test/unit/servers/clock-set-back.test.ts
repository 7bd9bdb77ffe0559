import { describe, expect, it } from 'vitest'
import { logError } from '../../../cli/commands/serve/serving.ts'
import type { Context } from '../../../cli/context.ts'
import { CosmosBank } from '../../../src/servers/data/cosmos/bank.ts'
import { eip155Reader } from '../../../src/servers/data/eip155/eip155-reader.ts'
import { TokenFacts } from '../../../src/servers/data/eip155/token-facts.ts'
import { KeptPrices } from '../../../src/servers/data/kept-prices.ts'
import { NftMetadataReader } from '../../../src/servers/data/nfts/nft-metadata.ts'
import { NodeCalls } from '../../../src/servers/data/node-calls.ts'
import type { IndexStore } from '../../../src/servers/data/stored-index/index-store.ts'
import { readyCheck } from '../../../src/servers/data/stored-index/ready-check.ts'
import { oncePerMinute } from '../../../src/servers/once-per-minute.ts'
import { keptForAMinute } from '../../../src/servers/upstream/kept-for-a-minute.ts'

const hour = 3_600_000
const account = `0x${'a'.repeat(40)}`
const native = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const network = 'eip155:1'

interface Setting {
  readonly now: () => number
  /** Counts a request. */
  readonly count: () => void
}

/** Returns a node that gives each call the same answer, an object with `result` or `error`. It counts calls of this method. */
function nodeWith({ count }: Setting, method: string, answer: object): NodeCalls {
  return new NodeCalls(async (body) => {
    type Call = { readonly id: number; readonly method: string }
    const given = JSON.parse(body) as Call | readonly Call[]
    const answers = [given].flat().map((call) => {
      if (call.method === method) count()
      return { jsonrpc: '2.0', id: call.id, ...answer }
    })
    return JSON.stringify(Array.isArray(given) ? answers : answers[0])
  })
}

const kept: Readonly<Record<string, (setting: Setting) => () => unknown>> = {
  price({ now, count }) {
    const prices = new KeptPrices(async () => {
      count()
      return [2]
    }, now)
    const token = { network, address: account, decimals: undefined } as const
    return () => prices.of([token], { spend: () => {}, signal: undefined })
  },
  "provider's network": ({ now, count }) => {
    const covers = keptForAMinute(async () => count(), now)
    return () => covers(network)
  },
  'ready index': ({ now, count }) => {
    const state = async () => {
      count()
      return { isReady: true }
    }
    return readyCheck({ state } as unknown as IndexStore, now)
  },
  'contract without a token': (setting) => {
    const facts = new TokenFacts(nodeWith(setting, 'eth_call', { result: '0x' }), setting.now)
    return () => facts.of([account])
  },
  'refusal to list pending transactions': (setting) => {
    const error = { error: { code: -32601, message: 'not here' } }
    const node = nodeWith(setting, 'txpool_content', error)
    const indexed = () => ({ newest: async () => [], tokensOf: async () => [] })
    const options = { chain: network, native, tokens: [], node, now: setting.now, indexed } as const
    const { activity } = eip155Reader(options)
    return () => activity(account)
  },
  "NFT's metadata": ({ now, count }) => {
    const fetch = async () => {
      count()
      return '{}'
    }
    const metadata = new NftMetadataReader({ now, fetch })
    return () => metadata.of('https://nfts.example/1')
  },
  'cosmos unit': (setting) => {
    const node = nodeWith(setting, 'abci_query', { result: { response: { code: 6 } } })
    const bank = new CosmosBank(node, { own: new Map(), now: setting.now })
    return () => bank.units(['factory/a'])
  },
  'failure in the log': ({ now, count }) => {
    const log = oncePerMinute(count, now)
    return async () => log('It is down')
  },
  'failure in the output of `latchkey serve`': ({ now, count }) => {
    const log = logError({ out: { log: count } } as unknown as Context, now)
    const failure = new Error('It is down')
    return async () => log(failure)
  },
}

describe('after the clock of the server is set back by an hour', () => {
  it.each(Object.keys(kept))('a kept %s is renewed, and then kept as usual', async (name) => {
    let time = 10 * hour
    let requests = 0
    const read = kept[name]?.({ now: () => time, count: () => void requests++ })
    await read?.()
    const once = requests
    expect(once).toBeGreaterThan(0)
    await read?.()
    expect(requests).toBe(once)
    time -= hour
    await read?.()
    await read?.()
    expect(requests).toBe(2 * once)
  })
})
