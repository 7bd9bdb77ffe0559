import { createBip122Wallet } from 'latchkey/testing'
import { expect, it } from 'vitest'
import { devAccounts } from '../../../src/devnet/dev-accounts.ts'
import { bitcoin } from '../../../src/networks/index.ts'

it('a Bitcoin wallet of Wallet Standard shows no accounts after the page disconnects', async () => {
  const { standard } = createBip122Wallet({
    secret: devAccounts.alice!.bip122!.secret,
    networks: [bitcoin.caipNetworkId],
  })
  const features = standard.features as {
    readonly 'standard:connect': { connect(): Promise<unknown> }
    readonly 'standard:disconnect': { disconnect(): Promise<unknown> }
  }
  expect(standard.accounts).toEqual([])
  await features['standard:connect'].connect()
  expect(standard.accounts.length).toBeGreaterThan(0)
  await features['standard:disconnect'].disconnect()
  expect(standard.accounts).toEqual([])
})
