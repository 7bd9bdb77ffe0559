import { describe, expect, it } from 'vitest'
import { discoverBitcoinWindow } from '../../../src/connectors/injected/bitcoin/discovery.ts'
import { explorerIdOf } from '../../../src/connectors/injected/explorer-ids.ts'
import { discoverInjectedWeb3 } from '../../../src/connectors/injected/injected-web3.ts'
import { discoverKeplrWallets } from '../../../src/connectors/injected/keplr-wallets.ts'
import { isWellKnown } from '../../../src/connectors/injected/well-known-ids.ts'
import { isCaipNetworkId } from '../../../src/core/chain/caip.ts'
import { type ChainNamespace, chainNamespaces } from '../../../src/core/chain/namespace.ts'
import type { Connector } from '../../../src/core/wallet/connector.ts'
import { inAppBrowserLink, isSafeLink, linkTo } from '../../../src/core/wallet/links/deep-links.ts'
import { isWalletScheme } from '../../../src/core/wallet/links/link-schemes.ts'
import type { CatalogueWallet } from '../../../src/core/wallet/list/catalogue-wallet.ts'
import { skeleton } from '../../../src/core/wallet/list/look-alike.ts'
import { bitcoin } from '../../../src/networks/bip122.ts'
import { wellKnownWallets } from '../../../src/services/well-known-wallets.ts'
import { memoryPlatform } from '../../../src/testing/memory-platform.ts'

const wallets = wellKnownWallets(chainNamespaces)
const page = { location: new URL('https://dapp.example/pool?id=1'), global: () => undefined }
const uri = 'wc:abc@2?relay-protocol=irn&symKey=0f'

function twice(values: readonly (string | null | undefined)[]) {
  const present = values.filter((value) => value)
  return present.filter((value, index) => present.indexOf(value) !== index)
}

function serves({ chains }: CatalogueWallet, namespace: ChainNamespace) {
  return chains?.some((chain) => chain.startsWith(`${namespace}:`))
}

function ownBrowser({ id }: CatalogueWallet) {
  return chainNamespaces.some((namespace) => inAppBrowserLink(id, namespace, page))
}

describe('the well-known wallets', () => {
  it('are recognized by the rdns that they announce', () => {
    const announced = wallets.flatMap(({ rdns }) => rdns ?? [])
    expect(announced.length).toBeGreaterThan(20)
    expect(announced.filter((rdns) => !isWellKnown(rdns))).toEqual([])
  })

  it('are recognized by their wallet-standard names on solana', () => {
    const named = wallets.filter((wallet) => wallet.chrome_store && serves(wallet, 'solana'))
    expect(named.length).toBeGreaterThan(12)
    expect(named.filter(({ name }) => !isWellKnown(name))).toEqual([])
  })

  it.each(chainNamespaces)('include at least a dozen wallets for %s', (namespace) => {
    const found = wellKnownWallets([namespace])
    expect(found.length).toBeGreaterThanOrEqual(12)
    expect(found.filter((wallet) => !serves(wallet, namespace))).toEqual([])
    expect(found).toHaveLength(wallets.filter((wallet) => serves(wallet, namespace)).length)
  })

  it('start with the most widely used wallets of the requested families', () => {
    const first = (...namespaces: ChainNamespace[]) => wellKnownWallets(namespaces)[0]?.name
    expect(first('eip155')).toBe('MetaMask')
    expect(first('solana')).toBe('Phantom')
    expect(first('polkadot')).toBe('SubWallet')
    expect(first('bip122')).toBe('Xverse')
    expect(first('cosmos')).toBe('Keplr')
    const both = wellKnownWallets(['cosmos', 'bip122']).map(({ name }) => name)
    expect(both.slice(0, 3)).toEqual(['Xverse', 'UniSat', 'Keplr'])
    expect(both.indexOf('Frontier')).toBeGreaterThan(both.indexOf('OneKey'))
    expect(wellKnownWallets([])).toEqual([])
  })

  it('never share an id, a look-alike name or a link', () => {
    expect(twice(wallets.map(({ id }) => id))).toEqual([])
    expect(twice(wallets.map(({ rdns }) => rdns))).toEqual([])
    expect(twice(wallets.map(({ name }) => skeleton(name)))).toEqual([])
    expect(twice(wallets.map(({ mobile_link }) => mobile_link))).toEqual([])
    expect(twice(wallets.map(({ app_store }) => app_store))).toEqual([])
    expect(twice(wallets.map(({ play_store }) => play_store))).toEqual([])
    expect(twice(wallets.map(({ chrome_store }) => chrome_store))).toEqual([])
  })

  it('have plain names, valid ids and valid network ids', () => {
    for (const { name, id, rdns, chains } of wallets) {
      expect(name).toMatch(/^[!-~]+( [!-~]+)*$/)
      expect(id, name).toMatch(/^[\w.-]+$/)
      if (/^[0-9a-f]{20,}$/.test(id)) expect(id, name).toHaveLength(64)
      if (rdns) expect(rdns, name).toMatch(/^[a-z]+(\.[a-z0-9-]+)+$/)
      expect(chains?.length, name).toBeGreaterThan(0)
      expect(
        chains?.filter((chain) => !isCaipNetworkId(chain)),
        name,
      ).toEqual([])
    }
  })

  it('are all reachable from a phone or a desktop', () => {
    const unreached = wallets.filter(
      (wallet) =>
        !wallet.mobile_link &&
        !wallet.desktop_link &&
        !wallet.webapp_link &&
        !wallet.chrome_store &&
        !ownBrowser(wallet),
    )
    expect(unreached).toEqual([])
  })

  it('have app links that contain the pairing URI', () => {
    const traits = { telegram: false, android: false }
    for (const wallet of wallets) {
      const { name, mobile_link, desktop_link, webapp_link, link_mode } = wallet
      for (const link of [mobile_link, desktop_link])
        if (link) expect(isWalletScheme(new URL(link).protocol), link).toBe(true)
      for (const [platform, link] of [
        ['mobile', mobile_link],
        ['desktop', desktop_link],
        ['web', webapp_link],
      ] as const) {
        const opened = linkTo(wallet, platform, uri, { traits })?.open
        expect(opened?.endsWith(`/wc?uri=${encodeURIComponent(uri)}`), name).toBe(link ? true : undefined)
      }
      if (!link_mode) continue
      const opened = linkTo(wallet, 'mobile', uri, { traits, preferUniversal: true })?.open
      expect(opened, name).toMatch(/^https:\/\/[^?]+\/wc\?uri=wc%3A/)
    }
  })

  it('have plain https links to their websites and stores', () => {
    for (const { homepage, link_mode, webapp_link, app_store, play_store, chrome_store } of wallets) {
      for (const link of [homepage, link_mode, webapp_link, app_store, play_store, chrome_store]) {
        if (!link) continue
        expect(isSafeLink(link), link).toBe(true)
        const { protocol, hash, hostname, search } = new URL(link)
        expect([protocol, hash], link).toEqual(['https:', ''])
        expect(hostname).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/)
        if (link !== play_store) expect(search, link).toBe('')
      }
      if (app_store) expect(app_store).toMatch(/^https:\/\/apps\.apple\.com\/app\/id\d{9,10}$/)
      if (play_store)
        expect(play_store).toMatch(/^https:\/\/play\.google\.com\/store\/apps\/details\?id=\w+(\.\w+)+$/)
      if (chrome_store)
        expect(chrome_store).toMatch(/^https:\/\/chromewebstore\.google\.com\/detail\/[a-p]{32}$/)
    }
  })

  it('have the explorer ids that our connectors use', () => {
    const known = wallets.filter(({ rdns }) => rdns && explorerIdOf(rdns))
    expect(known.map(({ id }) => id)).toEqual(known.map(({ rdns }) => explorerIdOf(rdns ?? '')))
    expect(known.length).toBeGreaterThanOrEqual(7)
    const own = wallets.filter(ownBrowser).map(({ name }) => name)
    expect(own.sort()).toEqual(['Coinbase Wallet', 'Phantom', 'Solflare'])
  })

  it('match the ids and names of the Bitcoin wallets found on a page', () => {
    const unisat = { requestAccounts: () => {} }
    const platform = memoryPlatform({
      globals: {
        unisat,
        bitkeep: { unisat: { ...unisat } },
        binancew3w: { bitcoin: { ...unisat } },
        LeatherProvider: { request: () => {} },
        okxwallet: { bitcoin: { ...unisat, connect: () => {} } },
      },
    })
    const found: Connector[] = []
    const stop = discoverBitcoinWindow({ ...platform, networks: [bitcoin] }, (connector) =>
      found.push(connector),
    )
    stop()
    expect(found).toHaveLength(5)
    for (const { id, name, explorerId, familiar } of found) {
      expect(familiar ?? false, id).toBe(true)
      const wallet = wallets.find((one) => one.name === name)
      expect(wallet, name).toBeDefined()
      if (explorerId) expect(wallet?.id, name).toBe(explorerId)
      else if (!wallet?.rdns) expect(wallet?.id, name).toBe(id)
    }
  })

  it('match the names of the extensions found on a page', () => {
    const injected = { version: '1', enable: () => {} }
    const keplr = () => ({ enable: () => {}, getKey: () => {} })
    const keys = ['polkadot-js', 'subwallet-js', 'talisman', 'nova-wallet', 'enkrypt', 'fearless-wallet']
    keys.push('polkagate', 'aleph-zero-signer')
    const platform = memoryPlatform({
      globals: {
        injectedWeb3: Object.fromEntries(keys.map((key) => [key, injected])),
        keplr: keplr(),
        owallet: keplr(),
        leap: keplr(),
        cosmostation: { providers: { keplr: keplr() } },
      },
    })
    const found: Connector[] = []
    for (const discover of [discoverInjectedWeb3, discoverKeplrWallets])
      discover({ ...platform, networks: [] }, (connector) => found.push(connector))()
    expect(found).toHaveLength(12)
    expect(found.filter(({ name }) => !wallets.some((wallet) => wallet.name === name))).toEqual([])
    expect(found.filter(({ familiar }) => !familiar).map(({ id }) => id)).toEqual([])
  })

  it('have the expected fields and links', () => {
    expect(wallets.find(({ name }) => name === 'OneKey')).toEqual({
      id: '1aedbcfc1f31aade56ca34c38b0a1607b41cccfa3de93c946ef3b4ba2dfab11c',
      name: 'OneKey',
      rdns: 'so.onekey.app.wallet',
      chains: [
        'eip155:1',
        'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
        'polkadot:91b171bb158e2d3848fa23a9f1c25182',
        'bip122:000000000019d6689c085ae165831e93',
        'cosmos:cosmoshub-4',
      ],
      homepage: 'https://onekey.so',
      mobile_link: 'onekey-wallet://',
      link_mode: 'https://app.onekey.so/wc/connect',
      desktop_link: 'onekey-wallet://',
      app_store: 'https://apps.apple.com/app/id1609559473',
      play_store: 'https://play.google.com/store/apps/details?id=so.onekey.app.wallet',
      chrome_store: 'https://chromewebstore.google.com/detail/jnmbobjmhlngoefaiojfljckilhhlhcj',
    })
    const links = (wanted: string) => {
      const wallet = wallets.find(({ name }) => name === wanted)
      return [wallet?.mobile_link, wallet?.desktop_link, wallet?.webapp_link]
    }
    expect(links('Binance Wallet')).toEqual(['bnc://app.binance.com/cedefi/', undefined, undefined])
    expect(links('OKX Wallet')).toEqual(['okex://main', undefined, undefined])
    expect(links('Ledger')).toEqual(['ledgerlive://', 'ledgerlive://', undefined])
    expect(links('Safe')).toEqual(['safe://', undefined, 'https://app.safe.global'])
    expect(wallets.find(({ name }) => name === 'Vultisig')?.id).toBe('me.vultisig')
  })
})
