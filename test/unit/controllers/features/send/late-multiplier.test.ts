import { expect, it } from 'vitest'
import { polled } from '../../../../support/async.ts'
import { clientWorld, sol } from '../../../../support/client-world.ts'

const asset = `${sol.caipNetworkId}/token:mint` as const

it("the form keeps the account's balance when the multiplier for a previous account is read too late", async () => {
  const { latchkey, families, wallet } = clientWorld({
    networks: [sol],
    connectors: [{ id: 'a', chains: ['solana'] }],
  })
  const answers = new Map<string, (value: bigint) => void>()
  families.solana.extras = {
    getBalance: (account, of) =>
      new Promise((resolve) => {
        const amount = { decimals: 18, symbol: 'COIN', ...(of && { multiplier: 2 }) }
        answers.set(`${account} ${of}`, (value) => resolve({ value, ...amount }))
      }),
  }
  await latchkey.ready()
  await latchkey.connect({ connectorId: 'a', namespaces: ['solana'] })
  const { send } = latchkey
  const held = (value: bigint) => ({
    ...{ name: 'Shares', network: sol.caipNetworkId, address: 'mint', asset },
    amount: { value, decimals: 18, symbol: 'COIN' },
  })
  const asked = (address: string) =>
    polled(() => answers.get(`${sol.caipNetworkId}:${address} ${asset}`), `the balance of ${address} is read`)
  await send.setToken(held(1000n))
  const first = await asked('a-solana')
  wallet('a').showAccounts('solana', 'b-solana')
  await send.setToken(held(7n))
  const second = await asked('b-solana')
  first(1000n)
  second(7n)
  await polled(() => send.state.token?.amount.multiplier, 'the form knows the multiplier')
  expect(send.state.token?.amount).toMatchObject({ value: 7n, multiplier: 2 })
  await latchkey.dispose()
})
