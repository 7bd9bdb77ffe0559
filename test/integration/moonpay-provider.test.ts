import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DevProviders, startProviders } from '../../src/devnet/providers/start-providers.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { moonpay } from '../../src/providers/moonpay/index.ts'
import { moonpayLinks } from '../../src/servers/data/signed-links.ts'
import { ownNodesHandler } from '../../src/servers/upstream/own-nodes.ts'
import { accountWorld } from '../support/account-world.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { type Loopback, loopback } from '../support/loopback.ts'

let devnet: Devnet
let services: DevProviders
let signer: Loopback
const [key, secret] = ['pk_live_host', 'sk_live_host']

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
  services = await startProviders(devnet)
  const links = { moonpay: moonpayLinks({ key, secret }) }
  const data = await ownNodesHandler({ networks: [], now: Date.now, onLeftOut: () => {}, links })
  signer = await loopback(async ({ method, path, body }, response) => {
    const answer = await data({ method, url: new URL(path, 'http://service'), body })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
}, leaseTimeout)
afterAll(() => Promise.all([signer?.close(), services?.stop(), devnet?.stop()]))

describe('a client with moonpay()', () => {
  it("shows MoonPay's quote, and opens MoonPay's page at the URL that the host's server signed", async () => {
    const [network] = devnet.networks.filter(({ chainNamespace }) => chainNamespace === 'eip155')
    const currencies = { [network!.caipNetworkId]: { USDC: 'usdc', ETH: 'eth' } }
    const { latchkey, dispose } = await accountWorld(devnet, {
      onRampProviders: [
        moonpay({
          key,
          signer: signer.url,
          projectId: 'app',
          api: services.moonpay,
          feeRange: '1-4.5%',
          currencies,
        }),
      ],
    })
    try {
      const { onramp } = latchkey
      await onramp.enter()
      await onramp.setPaymentAmount('100')
      await onramp.getQuotes()
      expect(onramp.state.quotes.moonpay).toMatchObject({
        ...{ source: 'provider', paymentTotal: { amount: '100', currency: 'USD' } },
        purchaseAmount: { amount: '96', currency: 'USDC' },
      })
      await onramp.buy('moonpay').catch(() => {})
      await expect
        .poll(() => onramp.state.url, { message: 'the client has the address of the page' })
        .toBeDefined()
      const url = new URL(onramp.state.url!)
      expect(url.origin).toBe('https://buy.moonpay.com')
      expect(url.searchParams.get('walletAddress')).toBe(latchkey.account.active.address)
      expect(url.searchParams.get('signature')).toMatch(/^[\w+/]{43}=$/)
      const said = [...services.requests, ...signer.requests.map(({ body, path }) => body + path)]
      expect(said.join('\n')).not.toContain(secret)
    } finally {
      await dispose()
    }
  })
})
