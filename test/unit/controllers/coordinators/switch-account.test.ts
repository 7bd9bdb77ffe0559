import { afterEach, describe, expect, it } from 'vitest'
import { type ClientWorld, clientWorld, storedConnections } from '../../../support/client-world.ts'
import type { FakeConnector } from '../../../support/fake-families.ts'

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

  describe('to an account that is not the first of the wallet', () => {
    /** Returns a client on which the visitor has chosen `two`. The wallet shows `one` first. */
    async function chosen(): Promise<FakeConnector> {
      world = clientWorld({ families: ['eip155'] })
      const wallet = world.wallet('a')
      await world.latchkey.connect({ connectorId: 'a' })
      wallet.showAccounts('eip155', 'one', 'two', 'three')
      await world.latchkey.session.switchAccount('eip155', 'two')
      return wallet
    }
    const active = () => world.latchkey.account.state.eip155.caipAddress
    const stored = () => storedConnections(world.stored).eip155

    it('lasts when the page switches the network', async () => {
      await chosen()
      await world.latchkey.networkSwitch.switchTo('eip155:2')
      expect(active()).toBe('eip155:2:two')
      expect(stored()).toMatchObject({ chosen: 'two', networkId: 'eip155:2' })
    })

    it('lasts when the wallet switches its network', async () => {
      const wallet = await chosen()
      wallet.moveTo('eip155:2')
      expect(active()).toBe('eip155:2:two')
      expect(stored()?.chosen).toBe('two')
    })

    it('lasts when the wallet reports another account but selects the same account as before', async () => {
      const wallet = await chosen()
      wallet.showAccounts('eip155', 'one', 'two', 'three', 'four')
      expect(active()).toBe('eip155:1:two')
      expect(world.latchkey.account.state.eip155.allAccounts).toHaveLength(4)
    })

    it('ends when the visitor selects another account in the wallet', async () => {
      const wallet = await chosen()
      wallet.showAccounts('eip155', 'three', 'one', 'two')
      expect(active()).toBe('eip155:1:three')
      wallet.moveTo('eip155:2')
      expect(active()).toBe('eip155:2:three')
      expect(stored()?.chosen).toBeUndefined()
    })

    it('can be chosen with an adapter that cannot be told', async () => {
      world = clientWorld({ families: ['eip155'] })
      world.families.eip155.extras = { selectAccount: undefined }
      await world.latchkey.connect({ connectorId: 'a' })
      world.wallet('a').showAccounts('eip155', 'one', 'two')
      await world.latchkey.session.switchAccount('eip155', 'two')
      expect(active()).toBe('eip155:1:two')
    })
  })
})
