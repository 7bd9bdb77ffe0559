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
