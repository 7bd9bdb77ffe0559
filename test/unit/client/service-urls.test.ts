import { describe, expect, it } from 'vitest'
import { createRpcPorts } from '../../../src/client/rpc-ports.ts'
import { unsupportedNetwork } from '../../../src/core/chain/network.ts'
import { memoryPlatform } from '../../../src/testing/memory-platform.ts'

const id = 'eip155:1'
const node = 'https://node.example/'
const proxy = 'https://service.example/v1/'

/**
 * Returns a client's port to a network with the nodes `own`. `nodeUrl` is the answer of the service that forwards calls.
 */
function world(
  nodeUrl: () => Promise<string | undefined>,
  held: (url: string) => Promise<void> = async () => {},
  own: readonly string[] = [node],
) {
  const asked: string[] = []
  let questions = 0
  const platform = memoryPlatform({
    fetch: async (input, init) => {
      const url = String(input instanceof Request ? input.url : input)
      asked.push(url)
      await held(url)
      const calls = JSON.parse(`${init?.body}`)
      const answer = ({ id: to }: { id: number }) => ({ jsonrpc: '2.0', id: to, result: '0x1' })
      return Response.json(Array.isArray(calls) ? calls.map(answer) : answer(calls))
    },
  })
  const options = {
    networks: [{ ...unsupportedNetwork('eip155', id), rpcUrls: { default: { http: own } } }],
    customRpcUrls: {},
    rpc: {},
    proxy: async () => ({
      nodeUrl: () => {
        questions++
        return nodeUrl()
      },
    }),
  }
  const ports = createRpcPorts(options as never, platform, () => {})
  /** Sends a request, advances the clock until the answer arrives, and returns the URLs that were asked. */
  const request = async () => {
    const before = asked.length
    let answer: unknown
    const call = ports
      .of(id)
      .request({ method: 'eth_blockNumber' })
      .then((given) => {
        answer = given
      })
    await expect
      .poll(() => platform.clock.advance(100).then(() => answer), { message: 'the call is answered' })
      .toBe('0x1')
    await call
    return [...new Set(asked.slice(before))]
  }
  return { ...platform, ports, asked, request, questions: () => questions }
}

describe('the service that forwards calls to nodes', () => {
  it('is used as soon as it lists its networks, even if that takes longer than the first request waits', async () => {
    let list: (url: string) => void = () => {}
    const listed = new Promise<string>((resolve) => {
      list = resolve
    })
    const { request, questions, clock } = world(() => listed)
    expect(await request()).toEqual([node])
    expect(await request()).toEqual([node])
    list(proxy)
    await clock.advance(1)
    expect(await request()).toEqual([proxy])
    expect(questions()).toBe(1)
  })

  it('is asked again half a minute after it failed, without a delay of other requests', async () => {
    let isDown = true
    const { request, questions, clock } = world(async () => {
      if (isDown) throw new Error('the service is down')
      return proxy
    })
    expect(await request()).toEqual([node])
    expect(await request()).toEqual([node])
    expect(questions()).toBe(1)
    isDown = false
    await clock.advance(30_000)
    expect(await request()).toEqual([node])
    expect(await request()).toEqual([proxy])
    expect(questions()).toBe(2)
  })

  it("isn't asked again if it doesn't support the network", async () => {
    const { request, questions, clock } = world(async () => undefined)
    for (let turn = 0; turn < 3; turn++) {
      expect(await request()).toEqual([node])
      await clock.advance(60_000)
    }
    expect(questions()).toBe(1)
  })

  it('takes over without an end of the requests that a node is still answering', async () => {
    let list: (url: string) => void = () => {}
    const listed = new Promise<string>((resolve) => {
      list = resolve
    })
    let release: () => void = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const { request, ports, asked, clock } = world(
      () => listed,
      (url) => (url === node ? released : Promise.resolve()),
    )
    const pending = ports.of(id).request({ method: 'eth_gasPrice' })
    await expect
      .poll(() => clock.advance(100).then(() => asked), { message: 'the node is asked' })
      .toEqual([node])
    list(proxy)
    await clock.advance(1)
    expect(await request()).toEqual([proxy])
    release()
    expect(await pending).toBe('0x1')
  })

  describe('and is the only endpoint of a network,', () => {
    const alone = (nodeUrl: () => Promise<string | undefined>) => world(nodeUrl, undefined, [])
    /** Sends a request, and advances the clock until the request fails. */
    async function failure({ ports, clock }: ReturnType<typeof alone>) {
      let error: unknown
      void ports
        .of(id)
        .request({ method: 'eth_blockNumber' })
        .catch((caught) => {
          error = caught
        })
      await expect
        .poll(() => clock.advance(500).then(() => error), { message: 'the call fails' })
        .toBeDefined()
      return error
    }

    it('is waited for, even if it takes long to list its networks', async () => {
      let list: (url: string) => void = () => {}
      const listed = new Promise<string>((resolve) => {
        list = resolve
      })
      const { clock, request } = alone(() => listed)
      clock.after(3000, () => list(proxy))
      expect(await request()).toEqual([proxy])
    })

    it('fails the request with its own failure, and is asked again by the next request', async () => {
      let isDown = true
      const made = alone(async () => {
        if (isDown) throw new Error('the service is down')
        return proxy
      })
      expect(await failure(made)).toMatchObject({ message: 'the service is down' })
      isDown = false
      expect(await made.request()).toEqual([proxy])
    })

    it('fails the request with a timeout if it never answers', async () => {
      expect(await failure(alone(() => new Promise(() => {})))).toMatchObject({
        code: 'http/timeout',
        message: 'The data service did not answer within 10000 ms',
      })
    })

    it("leaves the network without an endpoint if it doesn't support the network", async () => {
      expect(await failure(alone(async () => undefined))).toMatchObject({ code: 'network/no-endpoint' })
    })
  })
})
