import { expect, it, onTestFinished } from 'vitest'
import type { ChainNetwork } from '../../../../src/core/chain/network.ts'
import { behindFaults } from '../../../../src/devnet/node-faults/behind-faults.ts'
import { loopback } from '../../../support/loopback.ts'

it("behindFaults puts the proxies' URLs into networks and nodes, and keeps each node's own URL", async () => {
  const node = await loopback((_, response) => response.end('"honest"'))
  onTestFinished(() => node.close())
  const network: ChainNetwork = {
    ...{ id: 'latchkey-1', caipNetworkId: 'cosmos:latchkey-1', chainNamespace: 'cosmos', name: 'Devnet' },
    nativeCurrency: { name: 'Atom', symbol: 'ATOM', decimals: 6 },
    rpcUrls: { default: { http: [node.url] } },
    cosmos: { bech32Prefix: 'cosmos', denom: 'uatom', gasPrice: '0.1', restUrl: 'https://rest.example' },
  }
  const nodes = [{ network: network.caipNetworkId, url: node.url, software: 'simd', pid: 1 }]
  const behind = await behindFaults({ networks: [network], nodes, faults: ['busy'] })
  onTestFinished(() => behind.stop())
  const [url = ''] = behind.networks[0]!.rpcUrls.default.http
  expect(url).not.toBe(node.url)
  expect(behind.nodes).toEqual([{ ...nodes[0], url, behind: node.url }])
  expect(behind.networks[0]!.cosmos?.restUrl).toBe('https://rest.example')
  expect((await fetch(url)).status).toBe(429)
  expect((await fetch(node.url)).status).toBe(200)
})
