import { expect, it, vi } from 'vitest'
import { createRpcPorts } from '../../../src/client/rpc-ports.ts'
import { unsupportedNetwork } from '../../../src/core/chain/network.ts'
import { memoryPlatform } from '../../../src/testing/memory-platform.ts'
import { failure } from '../../support/http.ts'

vi.doMock('../../../src/transport/esplora-pool.ts', () => new Promise(() => {}))

it('a call to bip122 ends with a time-out if the code for the call never arrives', async () => {
  const id = 'bip122:000000000019d6689c085ae165831e93'
  const rpcUrls = { default: { http: ['https://node.example/'] } }
  const networks = [{ ...unsupportedNetwork('bip122', id), rpcUrls }]
  const platform = memoryPlatform()
  const ports = createRpcPorts({ networks, customRpcUrls: {}, rpc: {} } as never, platform, () => {})
  let error: unknown
  const call = failure(ports.http(id).json('/fee-estimates')).then((thrown) => {
    error = thrown
  })
  await expect
    .poll(() => platform.clock.advance(1000).then(() => error), { message: 'the call settles' })
    .toMatchObject({ code: 'http/timeout' })
  await call
})

it("a call uses the network's own node if the code of the forwarding service never arrives", async () => {
  const id = 'eip155:1'
  const rpcUrls = { default: { http: ['https://node.example/'] } }
  const networks = [{ ...unsupportedNetwork('eip155', id), rpcUrls }]
  const platform = memoryPlatform({
    fetch: async (_, init) => {
      const asked = JSON.parse(`${init?.body}`)
      const answer = ({ id: to }: { id: number }) => ({ jsonrpc: '2.0', id: to, result: '0x1' })
      return Response.json(Array.isArray(asked) ? asked.map(answer) : answer(asked))
    },
  })
  const options = { networks, customRpcUrls: {}, rpc: {}, proxy: () => new Promise(() => {}) }
  const ports = createRpcPorts(options as never, platform, () => {})
  let block: unknown
  const call = ports
    .of(id)
    .request({ method: 'eth_blockNumber' })
    .then((answer) => {
      block = answer
    })
  await expect
    .poll(() => platform.clock.advance(1000).then(() => block), { message: 'the node is asked' })
    .toBe('0x1')
  await call
})
