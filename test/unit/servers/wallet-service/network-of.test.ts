import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import {
  clientAddress,
  clientNetwork,
  networkOf,
  wideNetworkOf,
  widerNetwork,
} from '../../../../src/servers/wallet-service/http/network-of.ts'

describe('the network of a client', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:DB8:0:0:1:2:3:4', '2001:db8:0:0::/64'],
    ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
    ['no address', ''],
    ['0:0:0:0:0:ffff:c000:0207', '192.0.2.7'],
    ['999.1.1.1', ''],
  ])('with the address "%s" is "%s"', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it.each([
    ['192.0.2.7', '192.0.2.0/24'],
    ['2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['', ''],
  ])('is stored as a wider network: "%s" as "%s"', (network, wide) => {
    expect(wideNetworkOf(network)).toBe(wide)
  })

  it.each([
    ['2001:db8:1:2ff::/64', ['2001:db8:1:200::/56', '2001:db8:1::/48', '2001:db8::/32', '2001::/16']],
    ['0:0:0:0::/64', ['0:0:0:0::/56', '0:0:0::/48', '0:0::/32', '0::/16']],
    ['192.0.2.7', ['192.0.2.0/24', '192.0.0.0/16']],
    ['', []],
    ['a-key_of-43-characters', []],
  ])('is within wider networks: "%s" within %j', (network, wider) => {
    const found: string[] = []
    for (let next = widerNetwork(network); next !== undefined; next = widerNetwork(next)) found.push(next)
    expect(found).toEqual(wider)
  })

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:54321', '192.0.2.7'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['[2001:db8::1]', '2001:db8:0:0::/64'],
    ['[2001:db8::1]:54321', '2001:db8:0:0::/64'],
    ['"[2001:db8::1]:54321"', '2001:db8:0:0::/64'],
    ['10.0.0.1, 192.0.2.7:1', '192.0.2.7'],
    ['unknown', ''],
    ['_hidden', ''],
    ['192.0.2.7:x', ''],
    ['', ''],
  ])('behind a proxy that names "%s" is "%s"', async (forwarded, network) => {
    const app = new Hono().get('/', (c) => c.text(clientNetwork(c, 1)))
    const answer = await app.request('/', { headers: { 'x-forwarded-for': forwarded } })
    expect(await answer.text()).toBe(network)
  })
})

describe('the address of a client', () => {
  it.each([
    ['203.0.113.9, 192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:54321', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['"[2001:db8::1]:54321"', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['unknown', ''],
    ['192.0.2.7, <script>', ''],
    ['', ''],
  ])('behind a proxy that names "%s" is "%s"', async (forwarded, address) => {
    const app = new Hono().get('/', (c) => c.text(clientAddress(c, 1)))
    const answer = await app.request('/', { headers: { 'x-forwarded-for': forwarded } })
    expect(await answer.text()).toBe(address)
  })

  it('is not taken from the header X-Forwarded-For if there is no proxy', async () => {
    const app = new Hono().get('/', (c) => c.text(clientAddress(c, 0)))
    const answer = await app.request('/', { headers: { 'x-forwarded-for': '192.0.2.7' } })
    expect(await answer.text()).toBe('')
  })
})
