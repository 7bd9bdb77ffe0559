import { describe, expect, it, onTestFinished } from 'vitest'
import type { View } from '../../src/controllers/shell/views.ts'
import type { FeatureOptions } from '../../src/core/options/options.ts'
import { type ClientWorldOptions, clientWorld } from '../support/client-world.ts'

function world(options: ClientWorldOptions = {}) {
  const made = clientWorld(options)
  onTestFinished(() => made.latchkey.dispose())
  return made.latchkey
}

const features: readonly (readonly [keyof FeatureOptions, FeatureOptions, readonly View[]])[] = [
  ['send', { send: false }, ['WalletSend', 'WalletSendSelectToken', 'WalletSendPreview']],
  ['receive', { receive: false }, ['WalletReceive', 'WalletCompatibleNetworks']],
  ['activity', { activity: false }, ['Transactions']],
  ['activity', { history: false }, ['Transactions']],
  ['smartSessions', {}, ['SmartSessionList', 'SmartSessionCreated']],
  ['email', { email: false }, ['EmailLogin', 'EmailVerifyOtp', 'EmailVerifyDevice']],
  ['socials', { socials: false }, ['ConnectSocials', 'ConnectingSocial', 'ConnectingFarcaster']],
  ['onramp', { onramp: false }, ['OnRampProviders', 'OnRampTokenSelect', 'BuyInProgress', 'WhatIsABuy']],
]

describe('a view that is opened by its name', () => {
  it.each(features)(
    'is refused with the reason while features.%s is off (features: %j)',
    async (option, off, views) => {
      const latchkey = world({ features: off })
      await latchkey.connect({ connectorId: 'a' })
      for (const view of views) {
        const reason = { code: expect.stringMatching(/^config\/(feature|endpoint)-off$/) }
        await expect(latchkey.open({ view }), view).rejects.toMatchObject(reason)
      }
      expect(latchkey.modal.state).toMatchObject({ open: false, loading: false })
      expect(latchkey.router.state.view).toBe('Connect')
      if (option === 'onramp') return
      latchkey.options.setFeatures({ [option]: option === 'socials' ? ['github'] : true })
      for (const view of views) {
        await latchkey.open({ view })
        expect(latchkey.router.state.view).toBe(view)
      }
    },
  )

  it.each<View>([
    'Account',
    'Profile',
    'AccountSettings',
    'SwitchAddress',
    'ChooseAccountName',
    'RegisterAccountName',
    'UpdateEmailWallet',
    'WalletSend',
    'WalletSendPreview',
    'WalletReceive',
    'WalletCompatibleNetworks',
    'Transactions',
  ])('shows Connect before the visitor has connected, and %s afterwards', async (view) => {
    const latchkey = world()
    await latchkey.open({ view })
    expect(latchkey.modal.state.open).toBe(true)
    expect(latchkey.router.state).toMatchObject({ view: 'Connect', history: ['Connect'], data: undefined })
    await latchkey.connect({ connectorId: 'a' })
    latchkey.close()
    await latchkey.open({ view })
    expect(latchkey.router.state.view).toBe(view)
  })

  it('shows Profile, but not WalletReceive, if only an inactive family is connected', async () => {
    const latchkey = world({ connectors: [{ id: 'a', chains: ['eip155', 'solana'] }] })
    await latchkey.connect({ connectorId: 'a', namespaces: ['solana'] })
    latchkey.network.setActiveNamespace('eip155')
    await latchkey.open({ view: 'Profile' })
    expect(latchkey.router.state.view).toBe('Profile')
    await latchkey.open({ view: 'WalletReceive' })
    expect(latchkey.router.state.view).toBe('Connect')
  })

  it.each<View>(['Networks', 'WhatIsAWallet', 'AllWallets', 'GetWallet', 'WhatIsANetwork'])(
    'shows %s even if no account is connected',
    async (view) => {
      const latchkey = world()
      await latchkey.open({ view })
      expect(latchkey.router.state.view).toBe(view)
    },
  )
})

describe('a send with an incomplete form', () => {
  it('reports that the token is missing if it has an amount and a recipient', async () => {
    const latchkey = world()
    await latchkey.connect({ connectorId: 'a' })
    await latchkey.send.setAmount('1')
    const missing = { code: 'validation/amount-and-receiver-required' }
    await expect(latchkey.send.prepareReview()).rejects.toMatchObject(missing)
    await latchkey.send.setReceiver('someone')
    expect(latchkey.send.state.receiverAddress).toBe('someone')
    await expect(latchkey.send.prepareReview()).rejects.toThrow('A token is required')
    await expect(latchkey.send.sendToken()).rejects.toThrow('A token is required')
    await latchkey.send.setAmount(' ')
    await expect(latchkey.send.prepareReview()).rejects.toMatchObject(missing)
  })
})
