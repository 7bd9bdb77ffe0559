import { createLatchkey, type LatchkeyOptions } from 'latchkey'
import { bip122 } from 'latchkey/adapters/bip122'
import { bitcoinConnector } from 'latchkey/connectors'
import { bitcoinRegtest } from 'latchkey/networks'
import { createBip122Wallet, memoryPlatform } from 'latchkey/testing'
import { describe, expect, it } from 'vitest'

type Types = LatchkeyOptions['defaultAccountTypes']

function client(defaultAccountTypes?: Types) {
  // The wallet has its ordinal account selected.
  const kinds = ['p2tr', 'p2wpkh'] as const
  const networks = [bitcoinRegtest.caipNetworkId]
  const provider = createBip122Wallet({ secret: `0x${'7'.repeat(64)}`, networks, kinds }).satsConnect
  return createLatchkey({
    networks: [bitcoinRegtest],
    adapters: [bip122()],
    connectors: [bitcoinConnector({ id: 'w', name: 'W', dialect: 'sats-connect', provider })],
    platform: memoryPlatform(),
    ...(defaultAccountTypes && { defaultAccountTypes }),
  })
}

describe('the account with which a wallet of several types is connected', () => {
  it.each([
    ['the payment account, by default', undefined, ['payment', 'ordinal']],
    ['the one that the host wants', { bip122: 'ordinal' }, ['ordinal', 'payment']],
    ['none that the wallet lacks', { bip122: 'stx' }, ['ordinal', 'payment']],
  ] as const)('is %s', async (_, types, expected) => {
    const latchkey = client(types as Types)
    const [connection] = await latchkey.connect({ connectorId: 'w' })
    expect(connection?.accounts.map(({ type }) => type)).toEqual(expected)
    expect(latchkey.account.state.bip122.address).toBe(connection?.accounts[0].address)
    await latchkey.dispose()
  })

  it('is the one that the visitor chose before', async () => {
    const latchkey = client({ bip122: 'payment' })
    latchkey.account.setPreferredAccountType('bip122', 'ordinal')
    const [connection] = await latchkey.connect({ connectorId: 'w' })
    expect(connection?.accounts[0].type).toBe('ordinal')
    await latchkey.dispose()
  })
})
