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
