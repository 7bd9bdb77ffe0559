import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { devAccounts } from 'latchkey/devnet'
import { cosmosHub } from 'latchkey/networks'
import type { CosmosWallet } from 'latchkey/testing'
import { expect, it } from 'vitest'
import { root } from './support.ts'

type Testing = typeof import('latchkey/testing')

// A page gets the package's code as text, so the code must not use helper functions that the build adds.
it('the built script that injects the development wallets into a page is complete', async () => {
  const { devWallets, injectedWallets }: Testing = await import(
    pathToFileURL(join(root, 'dist/testing/index.js')).href
  )
  const wallets = devWallets({ networks: [cosmosHub], accounts: devAccounts })
  const injected = injectedWallets(Object.values(wallets))
  const page = Object.assign(new EventTarget(), { ask: injected.call }) as EventTarget & {
    keplr?: CosmosWallet['provider']
  }
  new Function('window', injected.script({ kind: 'function', name: 'ask' }))(page)
  await page.keplr?.enable('cosmoshub-4')
  expect(await page.keplr?.getOfflineSigner('cosmoshub-4').getAccounts()).toMatchObject([
    { address: devAccounts.alice?.cosmos?.address },
  ])
})
