import { describe, expect, it } from 'vitest'
import { walletDiscoveries } from '../../../../src/connectors/injected/wallet-discoveries.ts'
import type { Connector } from '../../../../src/core/wallet/connector.ts'
import { solanaAccounts } from '../../../../src/devnet/accounts/solana.ts'
import { solanaDevnet } from '../../../../src/networks/index.ts'
import { memoryPlatform } from '../../../../src/testing/memory-platform.ts'
import { registerStandardWallet } from '../../../../src/testing/wallets/announce.ts'
import { createSolanaWallet } from '../../../../src/testing/wallets/solana.ts'

describe('all wallets of a page', () => {
  it.each(['polkadot-js', 'keplr', 'unisat', 'injected', 'io.fox'])(
    'are listed, even if a Solana wallet takes the name %s, which is the id of another wallet',
    (claimed) => {
      const request = async () => null
      const web3 = { enable: async () => ({}), version: '1' }
      const keplr = { enable: async () => {}, getKey: async () => ({}) }
      const unisat = {
        requestAccounts: async () => [],
        getAccounts: async () => [],
        getChain: async () => ({}),
      }
      const platform = memoryPlatform({
        globals: { ethereum: { request }, injectedWeb3: { 'polkadot-js': web3 }, keplr, unisat },
      })
      const { page } = platform
      registerStandardWallet(
        page,
        createSolanaWallet({
          secrets: [solanaAccounts.alice!.secret],
          chains: [{ id: 'solana:devnet', rpcUrl: 'http://127.0.0.1:1' }],
          name: claimed,
        }).standard,
      )
      const found: Connector[] = []
      const options = { enableEIP6963: true, enableInjected: true, safeOrigins: undefined }
      const stops = walletDiscoveries(options, ['solana', 'bip122', 'cosmos', 'polkadot', 'eip155']).map(
        (discover) => discover({ ...platform, networks: [solanaDevnet] }, (one) => void found.push(one)),
      )
      const info = Object.freeze({
        uuid: '350670db-19fa-4704-a166-e52e178b59d2',
        name: 'Fox',
        icon: undefined,
        rdns: 'io.fox',
      })
      page.dispatch('eip6963:announceProvider', Object.freeze({ info, provider: { request } }))
      const ids = found.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.filter((id) => id.startsWith(claimed)).sort()).toEqual([claimed, `${claimed}#2`])
      for (const stop of stops) stop()
    },
  )
})

describe('a flood of announcements', () => {
  const options = { enableEIP6963: true, enableInjected: true, safeOrigins: undefined }
  const keplr = { enable: async () => {}, getKey: async () => ({}) }
  const web3 = { enable: async () => ({}), version: '1' }
  const request = async () => null

  function flood(count: number, expected: readonly string[] = []) {
    const platform = memoryPlatform({
      globals: { ethereum: { request }, injectedWeb3: { 'polkadot-js': web3 }, keplr },
    })
    const { page } = platform
    const announce = (rdns: string) => {
      const info = Object.freeze({ uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: 'Fox', rdns })
      const provider = { request }
      page.dispatch('eip6963:announceProvider', Object.freeze({ info, provider }))
    }
    page.listen('eip6963:requestProvider', () => {
      for (let i = 0; i < count; i++) announce(`io.fox${i}`)
      announce('io.kept')
    })
    const found: Connector[] = []
    const discoveries = walletDiscoveries(options, ['eip155', 'cosmos', 'polkadot'], expected)
    for (const discover of discoveries) discover({ ...platform, networks: [] }, (one) => void found.push(one))
    return {
      ids: found.map(({ id }) => id),
      told: () => platform.logged.filter(({ message }) => message.includes('more wallets than')).length,
    }
  }

  it('leaves room for the wallets of other families', () => {
    const { ids } = flood(5000)
    for (const id of ['injected', 'keplr', 'polkadot-js']) expect(ids).toContain(id)
  })

  it('leaves room for a wallet that the visitor used before, or that the host names', () => {
    expect(flood(5000).ids).not.toContain('io.kept')
    expect(flood(5000, ['io.kept']).ids).toContain('io.kept')
  })

  it('is logged once, unlike a few announcements', () => {
    expect(flood(5000).told()).toBe(1)
    expect(flood(50).told()).toBe(0)
  })
})

describe('the icons of announced wallets', () => {
  const options = { enableEIP6963: true, enableInjected: true, safeOrigins: undefined }
  const request = async () => null
  const iconOf = (length: number) => `data:image/png;base64,`.padEnd(length, 'A')

  /** Announces Ethereum wallets with icons of 200 kB, then registers a wallet of another interface with a small icon. */
  function announce(count: number, last: string, expected: readonly string[] = []) {
    const platform = memoryPlatform()
    const { page } = platform
    const found: Connector[] = []
    const stops = walletDiscoveries(options, ['eip155', 'solana'], expected).map((discover) =>
      discover({ ...platform, networks: [solanaDevnet] }, (one) => void found.push(one)),
    )
    const wallets = Array.from({ length: count }, (_, at) => [`io.wallet${at}`, iconOf(200_000)] as const)
    for (const [rdns, icon] of [...wallets, [last, iconOf(20_000)] as const]) {
      const info = Object.freeze({ uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: rdns, rdns, icon })
      page.dispatch('eip6963:announceProvider', Object.freeze({ info, provider: { request } }))
    }
    registerStandardWallet(page, {
      ...createSolanaWallet({
        secrets: [solanaAccounts.alice!.secret],
        chains: [{ id: 'solana:devnet', rpcUrl: 'http://127.0.0.1:1' }],
        name: 'Standard',
      }).standard,
      icon: iconOf(200_000) as never,
    })
    for (const stop of stops) stop()
    const kept = found.reduce((sum, { imageUrl = '' }) => sum + imageUrl.length, 0)
    return { found, kept, imageOf: (id: string) => found.find((one) => one.id === id)?.imageUrl }
  }

  it('are kept up to a total of 5 MB', () => {
    const { found, kept, imageOf } = announce(200, 'io.last')
    expect(found).toHaveLength(202)
    expect(kept).toBeLessThanOrEqual(5_000_000)
    expect(imageOf('io.wallet0')).toBeDefined()
    expect(imageOf('io.wallet199')).toBeUndefined()
    expect(imageOf('Standard')).toBeUndefined()
  })

  it("aren't displaced by a flood of other icons if the wallets are well-known or expected", () => {
    expect(announce(200, 'io.metamask').imageOf('io.metamask')).toBeDefined()
    expect(announce(200, 'io.known', ['io.known']).imageOf('io.known')).toBeDefined()
  })

  it('are all kept when they are small', () => {
    const { found } = announce(3, 'io.last')
    expect(found.filter(({ imageUrl }) => imageUrl === undefined)).toEqual([])
  })
})
