import { describe, expect, it, vi } from 'vitest'
import { RouterController } from '../../../../src/controllers/shell/router-controller.ts'
import type { View } from '../../../../src/controllers/shell/views.ts'

const wallet = { id: 'w', name: 'Wallet' }

function setup(...history: View[]) {
  const visitor = { connected: false }
  const router = new RouterController({ connected: () => visitor.connected })
  const [first, ...others] = history
  if (first) router.reset(first)
  for (const view of others) router.push(view)
  const emptied = vi.fn()
  router.on('emptied', emptied)
  return { router, visitor, emptied }
}

describe('the router', () => {
  it('starts at Connect', () => {
    const { router } = setup()
    expect(router.state).toEqual({
      view: 'Connect',
      history: ['Connect'],
      data: undefined,
      transactionStack: [],
    })
  })

  it('pushes a view with its data', () => {
    const { router } = setup()
    router.push('EmailVerifyOtp', { email: 'a@b.c' })
    expect(router.state).toMatchObject({
      view: 'EmailVerifyOtp',
      history: ['Connect', 'EmailVerifyOtp'],
      data: { email: 'a@b.c' },
    })
  })

  it('ignores a push of the shown view, even with other data', () => {
    const { router } = setup()
    router.push('ConnectingWalletConnect', { wallet })
    const before = router.state
    router.push('ConnectingWalletConnect', { wallet: { ...wallet, id: 'other' } })
    expect(router.state).toBe(before)
  })

  it('clears earlier data if a view is pushed without data', () => {
    const { router } = setup()
    router.push('ConnectingWalletConnect', { wallet })
    router.push('Downloads')
    expect(router.state.data).toBeUndefined()
  })

  it('replaces the last view', () => {
    const { router } = setup('Account', 'WalletSend')
    router.replace('Transactions', { target: 'toToken' })
    expect(router.state).toMatchObject({
      view: 'Transactions',
      history: ['Account', 'Transactions'],
      data: { target: 'toToken' },
    })
  })

  it('ignores a replacement with the view at the top of the history', () => {
    const { router } = setup('Account', 'WalletSend')
    const before = router.state
    router.replace('WalletSend', { target: 'toToken' })
    expect(router.state).toBe(before)
  })

  it('starts over from one view', () => {
    const { router } = setup('Account', 'WalletSend')
    router.reset('Networks', { switchToChain: 'solana' })
    expect(router.state).toMatchObject({
      view: 'Networks',
      history: ['Networks'],
      data: { switchToChain: 'solana' },
    })
    const before = router.state
    router.reset('Networks', before.data)
    expect(router.state).toBe(before)
  })
})

describe('going back', () => {
  it('pops the history', () => {
    const { router, emptied } = setup('Account', 'Networks', 'WhatIsANetwork')
    router.goBack()
    expect(router.state).toMatchObject({ view: 'Networks', history: ['Account', 'Networks'] })
    expect(emptied).not.toHaveBeenCalled()
  })

  it('emits an event and keeps the history if the history has only one view', () => {
    const { router, emptied } = setup('AllWallets')
    router.goBack()
    expect(emptied).toHaveBeenCalledTimes(1)
    expect(router.state.history).toEqual(['AllWallets'])
  })

  it('shows Account instead of Connect to a connected visitor', () => {
    const { router, visitor } = setup('Connect', 'AllWallets')
    visitor.connected = true
    router.goBack()
    expect(router.state).toMatchObject({ view: 'Account', history: ['Connect'] })
  })

  it('shows Connect to a visitor without a connection', () => {
    const { router } = setup('Connect', 'AllWallets')
    router.goBack()
    expect(router.state.view).toBe('Connect')
  })

  it('leads to Account, after which the router ignores a push of Account', () => {
    const { router, visitor } = setup('Connect', 'AllWallets')
    visitor.connected = true
    router.goBack()
    router.push('Account')
    expect(router.state.history).toEqual(['Connect'])
    router.replace('Connect')
    expect(router.state.view).toBe('Account')
    router.replace('Account')
    expect(router.state.history).toEqual(['Account'])
  })

  it('clears the wallet and keeps the other data', () => {
    const { router } = setup('Connect', 'AllWallets')
    router.push('ConnectingWalletConnect', { wallet, email: 'a@b.c' })
    router.goBack()
    expect(router.state.data).toEqual({ email: 'a@b.c', wallet: undefined })
  })

  it('removes the wallet from the data even if the history has only one view', () => {
    const { router } = setup()
    router.reset('ConnectingWalletConnect', { wallet })
    router.goBack()
    expect(router.state.data?.wallet).toBeUndefined()
  })

  it('does not restore earlier data', () => {
    const { router } = setup()
    router.push('EmailVerifyOtp', { email: 'a@b.c' })
    router.push('WhatIsAWallet', { target: 'toToken' })
    router.goBack()
    expect(router.state.data).toEqual({ target: 'toToken' })
  })

  it('can lead to an earlier view by its index in the history', () => {
    const { router } = setup('Account', 'Networks', 'SwitchNetwork', 'WhatIsANetwork')
    router.goBackToIndex(1)
    expect(router.state).toMatchObject({ view: 'Networks', history: ['Account', 'Networks'] })
  })

  it('shows Account instead of Connect if it leads to the index of Connect', () => {
    const { router, visitor } = setup('Connect', 'Networks', 'SwitchNetwork')
    visitor.connected = true
    router.goBackToIndex(0)
    expect(router.state).toMatchObject({ view: 'Account', history: ['Connect'] })
  })

  it.each([-1, -2, 2, 9, Number.NaN])('ignores the index %s', (index) => {
    const { router, emptied } = setup('Account', 'Networks', 'SwitchNetwork')
    const before = router.state
    router.goBackToIndex(index)
    expect(router.state).toBe(before)
    expect(emptied).not.toHaveBeenCalled()
  })
})

describe('the transaction stack', () => {
  const entry = () => ({ onSuccess: vi.fn(), onError: vi.fn(), onCancel: vi.fn() })

  it.each([
    ['success', 'onSuccess', 'WalletSendPreview'],
    ['error', 'onError', 'WalletSend'],
    ['cancel', 'onCancel', 'WalletSend'],
  ] as const)(
    "after the outcome %s, calls the entry's callback one time, and goes back unless the transaction succeeded",
    (outcome, callback, view) => {
      const { router } = setup('Account', 'WalletSend', 'WalletSendPreview')
      const waiting = entry()
      router.pushTransactionStack(waiting)
      router.popTransactionStack(outcome)
      router.popTransactionStack(outcome)
      const calls = Object.entries(waiting).map(([name, { mock }]) => [name, mock.calls.length])
      expect(Object.fromEntries(calls)).toEqual({ onSuccess: 0, onError: 0, onCancel: 0, [callback]: 1 })
      expect(router.state).toMatchObject({ view, transactionStack: [] })
    },
  )

  it.each(['error', 'cancel'] as const)(
    'after the outcome %s, keeps the visitor in the view if the entry says so',
    (outcome) => {
      const { router } = setup('Account', 'WalletSend', 'WalletSendPreview')
      router.pushTransactionStack({ ...entry(), stay: true })
      router.popTransactionStack(outcome)
      expect(router.state).toMatchObject({ view: 'WalletSendPreview', transactionStack: [] })
    },
  )

  it('calls nothing and changes no view if the visitor has left the view of the entry', () => {
    const { router } = setup('Account', 'WalletSend', 'WalletSendPreview')
    const waiting = entry()
    router.pushTransactionStack(waiting)
    router.reset('Networks')
    router.popTransactionStack('cancel')
    expect(waiting.onCancel).not.toHaveBeenCalled()
    expect(router.state).toMatchObject({ view: 'Networks', history: ['Networks'], transactionStack: [] })
  })
})
