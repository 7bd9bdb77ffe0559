import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { osmosis } from '../../src/networks/index.ts'
import { ContractError, cosmwasmNode } from '../support/cosmwasm-node.ts'
import { runCli, tempDir } from './support/run-cli.ts'

/** ICNS's resolver. `test/integration/cosmos-names.test.ts` names the sources of this address and of the names below. */
const resolver = 'osmo1xk0s8xgktn9x5vwcgtjdxqzadg88fgn33p8u9cnpdxwemvxscvast52cdd'
const [name, address] = ['leap_cosmos.osmo', 'osmo19vf5mfr40awvkefw69nl6p3mmlsnacmmzu45k9']
const [hubName, hubAddress] = ['leap_cosmos.cosmos', 'cosmos19vf5mfr40awvkefw69nl6p3mmlsnacmm28xyqh']

let node: Awaited<ReturnType<typeof cosmwasmNode>>
beforeAll(async () => {
  node = await cosmwasmNode('osmosis-1', {
    [resolver]({ address_by_icns: forward, primary_name: back }) {
      if (forward?.icns === hubName) return { bech32_address: hubAddress }
      if (forward) return { bech32_address: forward.icns === name ? address : '' }
      if (back) return { name: back.address === address ? 'leap_cosmos' : '' }
      throw new ContractError('unknown query')
    },
  })
})
afterAll(() => node?.close())
afterEach(() => vi.unstubAllGlobals())

const names = (...argv: readonly string[]) =>
  runCli(['names', ...argv, '-n', 'osmosis', '--rpc', node.url, '--json'], {
    env: { LATCHKEY_HOME: tempDir() },
  })

it('latchkey names resolves an ICNS name on Osmosis to an address, and the address back to the name', async () => {
  const resolved = await names('resolve', 'LEAP_cosmos.osmo')
  expect(resolved.json()).toMatchObject({ data: { name, address } })
  const reversed = await names('reverse', address)
  expect(reversed.json()).toMatchObject({ data: { name, names: [name] } })
})

it('latchkey names fails for an ICNS name that is not registered', async () => {
  const { code, json } = await names('resolve', 'unknown.osmo')
  expect(code).not.toBe(0)
  expect(json()).toMatchObject({ error: { code: 'name/resolve-failed' } })
})

it('latchkey names asks the known nodes of Osmosis for a name on Cosmos Hub', async () => {
  const { fetch: real } = globalThis
  const hosts = osmosis.rpcUrls.default.http.map((url) => new URL(url).host)
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    const { host } = new URL(String(input instanceof Request ? input.url : input))
    if (hosts.includes(host)) return real(node.url, init)
    return Promise.reject(new TypeError(`${host} is not part of this test`))
  })
  const { json } = await runCli(['names', 'resolve', hubName, '-n', 'cosmos-hub', '--json'], {
    env: { LATCHKEY_HOME: tempDir() },
  })
  expect(json()).toMatchObject({ data: { name: hubName, address: hubAddress } })
})
