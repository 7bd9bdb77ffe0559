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
    'are listed, even if one of another family calls itself %s',
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

  it('of one family leaves room for the wallets of the others', () => {
    const { ids } = flood(5000)
    for (const id of ['injected', 'keplr', 'polkadot-js']) expect(ids).toContain(id)
  })

  it('leaves room for a wallet that the visitor used before, or that the host names', () => {
    expect(flood(5000).ids).not.toContain('io.kept')
    expect(flood(5000, ['io.kept']).ids).toContain('io.kept')
  })

  it('is reported once; a page with a few wallets is not', () => {
    expect(flood(5000).told()).toBe(1)
    expect(flood(50).told()).toBe(0)
  })
})
