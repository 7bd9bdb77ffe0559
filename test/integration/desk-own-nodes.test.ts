// @module-tag ci
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServiceNetwork } from '../../src/core/wallet/wallet-service.ts'
import type { Devnet } from '../../src/devnet/index.ts'
import { ownNodesHandler } from '../../src/servers/upstream/own-nodes.ts'
import { type RunningDesk, startDesk } from '../support/desk.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { loopback } from '../support/loopback.ts'

let devnet: Devnet
let desk: RunningDesk
const leftOut: string[] = []
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
  const long = await loopback((request, response) => {
    const calls = [JSON.parse(request.body)].flat()
    const answers = calls.map(({ id }: { id: number }) => ({ jsonrpc: '2.0', id, result: '0x1312d00' }))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(JSON.parse(request.body)) ? answers : answers[0]))
  })
  closing.push(() => long.close())
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const own = devnet.networks.map(({ caipNetworkId: id, name, rpcUrls, nativeCurrency }) => ({
    ...{ id, name, rpcUrl: rpcUrls.default.http[0] ?? '', nativeCurrency },
  }))
  const networks: readonly ServiceNetwork[] = [
    ...own,
    { id: 'eip155:1', name: 'Ethereum', rpcUrl: `${long.url}?key=SECRET`, nativeCurrency },
    { id: 'eip155:2', name: 'Gone', rpcUrl: 'http://127.0.0.1:1/SECRET', nativeCurrency },
  ]
  const data = await ownNodesHandler({
    networks,
    now: Date.now,
    onLeftOut: (id, reason) => void leftOut.push(`${id}: ${reason}`),
  })
  desk = await startDesk({ data })
}, leaseTimeout)
afterAll(async () => {
  await desk?.stop()
  for (const close of closing) await close()
  await devnet?.stop()
})

const get = async (path: string) => {
  const response = await fetch(`${desk.services.url}${path}projectId=app`)
  return { status: response.status, text: await response.text() }
}
const rpc = async (chain: string) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] })
  const response = await fetch(`${desk.services.url}/v1/?chainId=${chain}&projectId=app`, {
    method: 'POST',
    body,
  })
  return { status: response.status, text: await response.text() }
}

describe("the data service with the operator's own nodes", () => {
  it("indexes a chain if it can read all of the chain's blocks", async () => {
    const account = devnet.accounts.alice?.eip155?.address
    const { text } = await get(`/v1/account/${account}/balance?chainId=eip155:31337&`)
    const [ether] = JSON.parse(text).balances
    expect(ether).toMatchObject({ symbol: 'ETH', chainId: 'eip155:31337' })
    expect(Number(ether.quantity.numeric)).toBeGreaterThan(0)
    const history = JSON.parse((await get(`/v1/account/${account}/history?chainId=eip155:31337&`)).text)
    expect(history.data.length).toBeGreaterThan(0)
  })

  it("reports why it doesn't index a chain, and forwards calls for a chain that is too long", async () => {
    const { http } = JSON.parse((await get('/v1/supported-chains?')).text)
    expect(http).toEqual(devnet.networks.map(({ caipNetworkId }) => caipNetworkId))
    expect(leftOut.sort()).toEqual([
      'eip155:1: the network has 20000000 blocks',
      'eip155:2: The node does not answer. To try again, restart this service',
    ])
    expect(JSON.parse((await rpc('eip155:1')).text).result).toBe('0x1312d00')
  })

  it("never reveals a node's address", async () => {
    const { status, text } = await rpc('eip155:2')
    expect(status).toBe(502)
    expect(text).not.toContain('SECRET')
    expect(text).not.toContain('127.0.0.1')
    expect((await rpc('eip155:3')).status).toBe(400)
  })
})
