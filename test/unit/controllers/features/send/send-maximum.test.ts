import { expect, it } from 'vitest'
import { clientWorld } from '../../../../support/client-world.ts'
import { network } from '../../../../support/fake-families.ts'

const dot = network('polkadot:91b171bb158e2d3848fa23a9f1c25182')
const asset = `${dot.caipNetworkId}/asset:1984` as const

it('the maximum amount of a polkadot asset leaves its minimum balance in the account', async () => {
  const { latchkey, families } = clientWorld({
    networks: [dot],
    connectors: [{ id: 'a', chains: ['polkadot'] }],
  })
  families.polkadot.onBalance = async () => 1000n
  families.polkadot.extras = {
    supports: () => true,
    estimateFee: async ({ asset: sent }) => ({
      total: { value: 2n, decimals: 18, symbol: 'COIN' },
      ...{ maxFee: 3n, deposit: 0n, reserve: sent === asset ? 10n : 0n, tokenFee: 0n },
      detail: {} as never,
    }),
  }
  await latchkey.ready()
  await latchkey.connect({ connectorId: 'a', namespaces: ['polkadot'] })
  const { send } = latchkey
  const amount = { value: 1000n, decimals: 18, symbol: 'COIN' }
  await send.setToken({ name: 'Coin', network: dot.caipNetworkId, address: '1984', asset, amount })
  await send.setMaximum()
  // The fee is paid in the native coin, so it doesn't reduce the amount.
  expect(send.state.amount).toBe(990n)
  families.polkadot.onBalance = async () => 10n
  await expect(send.setMaximum()).rejects.toMatchObject({ code: 'validation/insufficient-balance' })
  await latchkey.dispose()
})
