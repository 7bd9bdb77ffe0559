import { loadViem, watchContractEvent } from 'latchkey/viem'
import { encodeEventTopics, numberToHex, parseAbi, toHex } from 'viem'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'

const abi = parseAbi(['event Opened(uint256 id)'])
const address = `0x${'a'.repeat(40)}` as const
const interval = 1000

/**
 * Returns a client, and the blocks of its nodes. Each block from `first` on has one event, which contains the
 * block's number.
 */
function world() {
  const chain = {
    head: 10,
    first: 0,
    fork: 'a',
    fails: false,
    limit: Number.POSITIVE_INFINITY,
    onAsk: () => {},
  }
  const asked: [from: number, to: number][] = []
  const block = (number: number) => toHex(`${chain.fork}${number}`, { size: 32 })
  const event = (number: number) => ({
    ...{ address, topics: encodeEventTopics({ abi }), data: toHex(number, { size: 32 }), removed: false },
    ...{ blockNumber: numberToHex(number), blockHash: block(number), logIndex: '0x0' },
    ...{ transactionHash: block(number), transactionIndex: '0x0' },
  })
  const query = async (
    _: string,
    { method, params }: { method: string; params: [Record<string, string>] },
    { signal }: { signal: AbortSignal },
  ) => {
    signal.throwIfAborted()
    if (chain.fails) throw new Error('The node is down')
    if (method === 'eth_blockNumber') return numberToHex(chain.head)
    if (method !== 'eth_getLogs') throw new Error(`No node has ${method}`)
    const [from, to] = [Number(params[0].fromBlock), Number(params[0].toBlock)]
    asked.push([from, to])
    if (to - from + 1 > chain.limit)
      throw latchkeyError('rpc/limit-exceeded', { details: `Block range exceeds ${chain.limit}` })
    chain.onAsk()
    return numbers(from, to)
      .filter((number) => number >= chain.first)
      .map(event)
  }
  const network = {
    ...{ id: '1', name: 'One', chainNamespace: 'eip155', caipNetworkId: 'eip155:1' },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  }
  const client = {
    network: { state: { requestedNetworks: [network], activeNetworks: { eip155: network } } },
    adapter: async () => ({ query }),
  }
  const seen: number[] = []
  const failures: string[] = []
  const stop = watchContractEvent(client as unknown as Parameters<typeof watchContractEvent>[0], {
    ...{ abi, address, eventName: 'Opened', pollingInterval: interval },
    onLogs: (logs) => seen.push(...logs.map(({ args }) => Number(args.id))),
    onError: ({ code }) => failures.push(code),
  })
  return { chain, asked, seen, failures, stop }
}

/** All whole numbers from `first` to `last`. */
const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** Lets the watch poll twice. */
const polls = () => vi.advanceTimersByTimeAsync(2 * interval)

describe('a watch of events', () => {
  beforeEach(async () => {
    await loadViem()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => vi.useRealTimers())

  it.each([
    ['a network', 10],
    ['a new network that has only its first block', 0],
  ])(
    'on %s reports every event from start to stop, including events before the first poll',
    async (_, head) => {
      const { chain, seen, failures, stop } = world()
      chain.head = head
      chain.first = head && 1
      await vi.advanceTimersByTimeAsync(0)
      chain.head++
      await polls()
      expect(seen).toEqual([head + 1])
      chain.head += 2
      await polls()
      expect(seen).toEqual([head + 1, head + 2, head + 3])
      stop()
      chain.head++
      await polls()
      expect([seen.length, failures, vi.getTimerCount()]).toEqual([3, [], 0])
    },
  )

  it('reports an event only once, even if another node is some blocks behind', async () => {
    const { chain, seen, stop } = world()
    await vi.advanceTimersByTimeAsync(0)
    for (const head of [12, 8, 11, 13]) {
      chain.head = head
      await polls()
    }
    expect(seen).toEqual([11, 12, 13])
    stop()
  })

  it('reports the events of blocks that replace other blocks', async () => {
    const { chain, seen, stop } = world()
    await vi.advanceTimersByTimeAsync(0)
    chain.head = 12
    await polls()
    Object.assign(chain, { head: 10, fork: 'b' })
    await polls()
    chain.head = 12
    await polls()
    expect(seen).toEqual([11, 12, 11, 12])
    stop()
  })

  it('begins when a node answers, and reports the failures until then', async () => {
    const { chain, seen, failures, stop } = world()
    chain.fails = true
    await polls()
    expect(failures.length).toBeGreaterThan(0)
    chain.fails = false
    await polls()
    chain.head++
    await polls()
    expect(seen).toEqual([11])
    stop()
  })

  it('asks for the same blocks again after a failed poll', async () => {
    const { chain, seen, failures, stop } = world()
    await vi.advanceTimersByTimeAsync(0)
    Object.assign(chain, { head: 12, fails: true })
    await polls()
    expect([seen, failures.length > 0]).toEqual([[], true])
    chain.fails = false
    await polls()
    expect(seen).toEqual([11, 12])
    stop()
  })

  it('divides a range of blocks that the node refuses, so the watch continues after the page slept', async () => {
    const { chain, seen, failures, stop } = world()
    chain.limit = 4
    await vi.advanceTimersByTimeAsync(0)
    await polls()
    chain.head = 40
    await polls()
    expect([seen, failures]).toEqual([numbers(11, 40), []])
    chain.head = 41
    await polls()
    expect(seen).toEqual(numbers(11, 41))
    stop()
  })

  it('divides a very long range over several polls', async () => {
    const { chain, asked, seen, failures, stop } = world()
    chain.limit = 1
    await vi.advanceTimersByTimeAsync(0)
    chain.head = 200
    await polls()
    const requests = asked.length
    expect(requests).toBeLessThan(150)
    expect(seen.at(-1)).toBeLessThan(200)
    for (; chain.head < 205; chain.head++) await polls()
    await polls()
    expect([seen, failures]).toEqual([numbers(11, 205), []])
    stop()
  })

  it('reports the failure of a part, and asks for the range again', async () => {
    const { chain, seen, failures, stop } = world()
    await vi.advanceTimersByTimeAsync(0)
    Object.assign(chain, { head: 12, limit: 0 })
    await polls()
    expect([seen, new Set(failures)]).toEqual([[], new Set(['rpc/limit-exceeded'])])
    chain.limit = 1
    await polls()
    expect(seen).toEqual([11, 12])
    stop()
  })

  it('asks for no further part once it is stopped', async () => {
    const { chain, asked, seen, stop } = world()
    chain.limit = 1
    await vi.advanceTimersByTimeAsync(0)
    chain.head = 40
    chain.onAsk = stop
    await polls()
    expect([asked.at(-1), seen]).toEqual([[11, 11], []])
  })
})
