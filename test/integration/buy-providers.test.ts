import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OnRampProvider } from '../../src/core/wallet/payments/onramp.ts'
import { type DevProviders, startProviders } from '../../src/devnet/providers/start-providers.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { coinbase } from '../../src/providers/coinbase/index.ts'
import { meld } from '../../src/providers/meld/index.ts'
import { ramp } from '../../src/providers/ramp/index.ts'
import { transak } from '../../src/providers/transak/index.ts'
import { coinbaseLinks } from '../../src/servers/upstream/coinbase-links.ts'
import { ownNodesHandler } from '../../src/servers/upstream/own-nodes.ts'
import { transakLinks } from '../../src/servers/upstream/transak-links.ts'
import { accountWorld } from '../support/account-world.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { type Loopback, loopback } from '../support/loopback.ts'

let devnet: Devnet
let services: DevProviders
let signer: Loopback
const [key, secret, client] = ['host-key', 'host-secret', '203.0.113.7']
const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
const cdpSecret = Buffer.concat([d, x].map((part) => Buffer.from(`${part}`, 'base64url'))).toString('base64')

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
  services = await startProviders(devnet)
  const urls = { api: services.transak, gateway: services.transak, page: 'https://global.transak.com' }
  const links = {
    transak: transakLinks({ key, secret, domain: 'app.example', urls }),
    coinbase: coinbaseLinks({
      ...{ keyId: 'key-id', secret: cdpSecret },
      urls: { api: services.coinbase, page: 'https://pay.coinbase.com' },
    }),
  }
  const data = await ownNodesHandler({ networks: [], now: Date.now, onLeftOut: () => {}, links })
  signer = await loopback(async ({ method, path, body }, response) => {
    const answer = await data({ method, url: new URL(path, 'http://service'), body, client })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
}, leaseTimeout)
afterAll(() => Promise.all([signer?.close(), services?.stop(), devnet?.stop()]))

/** Buys with a client of `createLatchkey`. Returns the quote, and the URL of the page. */
async function bought(name: string, provider: (id: string) => OnRampProvider) {
  const [network] = devnet.networks.filter(({ chainNamespace }) => chainNamespace === 'eip155')
  const { latchkey, dispose } = await accountWorld(devnet, {
    onRampProviders: [provider(network!.caipNetworkId)],
  })
  try {
    const { onramp } = latchkey
    await onramp.enter()
    await onramp.setPaymentAmount('100')
    await onramp.getQuotes()
    const quote = onramp.state.quotes[name]
    await onramp.buy(name).catch(() => {})
    await expect
      .poll(() => onramp.state.url, { message: 'the client has the address of the page' })
      .toBeDefined()
    return { quote, url: new URL(onramp.state.url!), address: latchkey.account.active.address }
  } finally {
    await dispose()
  }
}

const quoted = {
  ...{ source: 'provider', paymentTotal: { amount: '100', currency: 'USD' } },
  ...{ purchaseAmount: { amount: '96', currency: 'USDC' }, coinbaseFee: { amount: '4', currency: 'USD' } },
}

describe('a client with ramp()', () => {
  it("shows Ramp's quote, and opens Ramp's page for the connected account", async () => {
    const { quote, url, address } = await bought('ramp', (id) =>
      ramp({ key, api: services.ramp, feeRange: '1-4%', currencies: { [id]: { USDC: 'ETH_USDC' } } }),
    )
    expect(quote).toMatchObject(quoted)
    expect(url.origin).toBe('https://app.rampnetwork.com')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      ...{ userAddress: address, enabledCryptoAssets: 'ETH_USDC', outAsset: 'ETH_USDC' },
      ...{ inAsset: 'USD', inAssetValue: '100' },
    })
  })
})

describe('a client with transak()', () => {
  it("shows Transak's quote, and opens the session that the host's server created", async () => {
    const { quote, url, address } = await bought('transak', (id) =>
      transak({
        ...{ key, api: services.transak, signer: signer.url, projectId: 'app', feeRange: '1-5%' },
        currencies: { [id]: { USDC: { code: 'USDC', network: 'ethereum' } } },
      }),
    )
    expect(quote).toMatchObject(quoted)
    expect(url.origin).toBe('https://global.transak.com')
    expect([...url.searchParams.keys()]).toEqual(['apiKey', 'sessionId'])
    const session = Buffer.from(url.searchParams.get('sessionId')!, 'base64url').toString()
    expect(JSON.parse(session)).toEqual({
      ...{ apiKey: key, referrerDomain: 'app.example', walletAddress: address },
      ...{ cryptoCurrencyCode: 'USDC', network: 'ethereum', fiatCurrency: 'USD', fiatAmount: '100' },
      ...{ productsAvailed: 'BUY', disableWalletAddressForm: true },
    })
    const said = [...services.requests, ...signer.requests.map(({ body, path }) => body + path)]
    expect(said.join('\n')).not.toContain(secret)
  })
})

describe('a client with coinbase()', () => {
  it("opens Coinbase's page with the session token that the host's server created", async () => {
    const { quote, url, address } = await bought('coinbase-onramp', (id) =>
      coinbase({
        ...{ signer: signer.url, projectId: 'app', feeRange: '1-3%' },
        currencies: { [id]: { USDC: { code: 'USDC', network: 'ethereum' } } },
      }),
    )
    expect(quote).toBeUndefined()
    expect(url.origin + url.pathname).toBe('https://pay.coinbase.com/buy/select-asset')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      ...{ defaultAsset: 'USDC', defaultNetwork: 'ethereum', fiatCurrency: 'USD', presetFiatAmount: '100' },
    })
    const session = Buffer.from(url.searchParams.get('sessionToken')!, 'base64url').toString()
    expect(JSON.parse(session)).toEqual({
      addresses: [{ address, blockchains: ['ethereum'] }],
      ...{ assets: ['USDC'], clientIp: client },
    })
  })
})

describe('a client with meld()', () => {
  it("opens Meld's page with the connected account, the chosen coin and the chosen amount", async () => {
    const { quote, url, address } = await bought('meld-onramp', (id) =>
      meld({
        ...{ key, page: 'https://meld.example', feeRange: '1-5%' },
        currencies: { [id]: { USDC: 'USDC_DEVNET_ONE' } },
      }),
    )
    expect(quote).toBeUndefined()
    expect(url.origin).toBe('https://meld.example')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ publicKey: key, transactionType: 'BUY', sourceCurrencyCode: 'USD', sourceAmount: '100' },
      ...{ destinationCurrencyCodeLocked: 'USDC_DEVNET_ONE', walletAddressLocked: address },
    })
  })
})
