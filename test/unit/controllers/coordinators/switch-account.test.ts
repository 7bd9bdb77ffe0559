import { afterEach, describe, expect, it } from 'vitest'
import { type ClientWorld, clientWorld, storedConnections } from '../../../support/client-world.ts'

describe('switching the account', () => {
  let world: ClientWorld
  afterEach(() => world.latchkey.dispose())

  it('activates another account of the wallet without a prompt, and stores the choice', async () => {
    world = clientWorld({ families: ['eip155'] })
    const { latchkey, stored } = world
    await latchkey.connect({ connectorId: 'a' })
    world.families.eip155.emit('accountsChanged', {
      connectionId: latchkey.account.state.eip155.connectionId ?? '',
      accounts: ['one', 'two', 'three'].map((address) => ({ namespace: 'eip155', address, type: 'eoa' })),
    })
    const opened = world.wallet('a').count.open

    await latchkey.session.switchAccount('eip155', 'two')
    const { address, caipAddress, allAccounts } = latchkey.account.state.eip155
    expect([address, caipAddress]).toEqual(['two', 'eip155:1:two'])
    expect(allAccounts.map((one) => one.address)).toEqual(['two', 'one', 'three'])
    expect(storedConnections(stored).eip155?.accounts[0]?.address).toBe('two')
    expect(world.wallet('a').count.open).toBe(opened)
  })

  it('refuses an address that the wallet does not show', async () => {
    world = clientWorld({ families: ['eip155'] })
    await world.latchkey.connect({ connectorId: 'a' })
    await expect(world.latchkey.session.switchAccount('eip155', 'elsewhere')).rejects.toMatchObject({
      code: 'connection/account-not-connected',
    })
    expect(world.latchkey.account.state.eip155.address).toBe('a-eip155')
  })
})
