import { describe, expect, it } from 'vitest'
import { resolveFlags } from '../../cli/args/flags.ts'
import { readServiceNetworks, serviceNetworks } from '../../cli/args/service-networks.ts'
import { givenEndpoints } from '../../cli/state/session.ts'
import { tempDir } from './support/run-cli.ts'

const [a, b] = ['https://a.example/', 'https://b.example/'] as const
const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }

describe('several URLs of one network', () => {
  it('can be given by repeating --rpc, or as several words in the environment variable', () => {
    expect(resolveFlags({ rpc: [a, b] }, {}).rpc).toEqual([a, b])
    expect(resolveFlags({}, { LATCHKEY_RPC_URL: ` ${a}  ${b} ` }).rpc).toEqual([a, b])
    expect(resolveFlags({}, { LATCHKEY_RPC_URL: a }).rpc).toEqual([a])
    expect(resolveFlags({}, { LATCHKEY_RPC_URL: '' }).rpc).toBeUndefined()
    expect(() => resolveFlags({ rpc: [a, 'ftp://b.example'] }, {})).toThrow(
      'rpc: must be an http or https URL',
    )
  })

  it('are stored in a session, and a session of an earlier version keeps its single URL', () => {
    expect(givenEndpoints({ rpc: a })).toEqual([a])
    expect(givenEndpoints({ rpc: [a, b] })).toEqual([a, b])
    expect(givenEndpoints({})).toBeUndefined()
  })

  it("can be given to a service by repeating the network's id", async () => {
    const env = { LATCHKEY_HOME: tempDir() }
    const [network, ...others] = await serviceNetworks(env, [`eip155:1=${a}`, `eip155:1=${b}`])
    expect(network).toMatchObject({ id: 'eip155:1', rpcUrl: a, rpcUrls: [b] })
    expect(others).toEqual([])
  })

  it.each([
    [
      [`eip155:1=${a}`, `mainnet=${b}`],
      [a, b],
    ],
    [['eip155:1', `mainnet=${b}`], [b]],
    [[`mainnet=${b}`, 'eip155:1'], [b]],
  ])("can be given to a service with the network's id and its alias: %j", async (named, nodes) => {
    const found = await serviceNetworks({ LATCHKEY_HOME: tempDir() }, named)
    const listed = found.map(({ id, rpcUrl, rpcUrls = [] }) => [id, rpcUrl, ...rpcUrls])
    expect(listed).toEqual([['eip155:1', ...nodes]])
  })

  it("are the network's own if a service gets its id and its alias without a URL", async () => {
    const env = { LATCHKEY_HOME: tempDir() }
    expect(await serviceNetworks(env, ['eip155:1', 'mainnet'])).toEqual(
      await serviceNetworks(env, ['mainnet']),
    )
  })

  it('can be given to a service in a file, as `rpcUrls`', () => {
    const read = (urls: object) =>
      readServiceNetworks('f', JSON.stringify([{ id: 'eip155:1', name: 'E', nativeCurrency, ...urls }]))
    expect(read({ rpcUrl: a })).toEqual([{ id: 'eip155:1', name: 'E', nativeCurrency, rpcUrl: a }])
    expect(read({ rpcUrls: [a, b] })).toMatchObject([{ rpcUrl: a, rpcUrls: [b] }])
    expect(read({ rpcUrl: a, rpcUrls: [a, b] })).toMatchObject([{ rpcUrl: a, rpcUrls: [b] }])
    for (const wrong of [
      {},
      { rpcUrls: [] },
      { rpcUrls: [a, 'no'] },
      { rpcUrls: a },
      { rpcUrl: 'no', rpcUrls: [a] },
    ])
      expect(() => read(wrong)).toThrow('entry 1 is not a network')
  })
})
