// @vitest-environment jsdom
import { createLatchkey } from 'latchkey'
import {
  type LatchkeyEvent,
  useAccount,
  useBalance,
  useConnect,
  useDisconnect,
  useEvents,
  useModal,
  useNetwork,
  useSend,
  useSignMessage,
  useTheme,
  useWallets,
} from 'latchkey/react'
import { act, createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { rejects } from '../../support/fake-families.ts'
import { mount, options } from './rendering.ts'

/** Mounts a component that uses a hook, and shows what it returned last. */
async function use<T>(hook: () => T, world = options()) {
  const seen: { current: T } = { current: undefined as T }
  const Probe = () => {
    seen.current = hook()
    return null
  }
  const mounted = await mount(() => createLatchkey(world.options), createElement(Probe))
  return { ...world, ...mounted, seen }
}

describe('the hooks', () => {
  it('connect, show the account, switch the network and disconnect', async () => {
    const { seen, unmount } = await use(() => ({
      ...{ account: useAccount(), network: useNetwork(), wallets: useWallets() },
      ...{ connecting: useConnect(), leaving: useDisconnect(), balance: useBalance() },
    }))
    expect(seen.current.wallets.map(({ id }) => id)).toEqual(['a'])
    expect(seen.current.account).toMatchObject({ isConnected: false, namespace: 'eip155' })

    await act(() => seen.current.connecting.connect({ connectorId: 'a' }))
    expect(seen.current.connecting).toMatchObject({ status: 'success', isSuccess: true, error: undefined })
    expect(seen.current.account).toMatchObject({ isConnected: true, address: 'a-eip155' })
    await act(() => expect.poll(() => seen.current.balance.balance?.value).toBe(1n))
    expect(seen.current.balance).toMatchObject({ isLoading: false, isStale: false })

    await act(() => seen.current.network.switchNetwork('eip155:2'))
    expect(seen.current.network).toMatchObject({
      network: { name: 'Two' },
      isSupported: true,
      isSwitching: false,
    })

    await act(() => seen.current.leaving.disconnect())
    expect(seen.current.account).toMatchObject({ isConnected: false })
    await unmount()
  })

  it('show what went wrong, and forget it', async () => {
    const world = options()
    world.wallet.onOpen = rejects
    const { seen, unmount } = await use(() => useConnect(), world)
    await act(async () => {
      await expect(seen.current.connect({ connectorId: 'a' })).rejects.toMatchObject({
        code: 'wallet/user-rejected',
      })
    })
    expect(seen.current).toMatchObject({
      status: 'error',
      isError: true,
      error: { code: 'wallet/user-rejected' },
    })
    await act(async () => seen.current.reset())
    expect(seen.current).toMatchObject({ status: 'idle', error: undefined })
    await unmount()
  })

  it('refuse to sign and to send while nobody is connected', async () => {
    const { seen, unmount } = await use(() => ({ ...useSignMessage(), ...{ sending: useSend() } }))
    await act(async () => {
      await expect(seen.current.signMessage({ message: 'x' })).rejects.toMatchObject({
        code: 'connection/not-connected',
      })
      await expect(seen.current.sending.send({ to: 'b', amount: 1n })).rejects.toMatchObject({
        code: 'connection/not-connected',
      })
    })
    await unmount()
  })

  it('open and close the modal, change the theme, and hear of it', async () => {
    const events: LatchkeyEvent[] = []
    const { seen, unmount } = await use(() => {
      useEvents((event) => events.push(event))
      return { modal: useModal(), theme: useTheme(), connect: useConnect().connect }
    })
    await act(() => seen.current.modal.open({ view: 'Networks' }))
    expect(seen.current.modal).toMatchObject({ isOpen: true, view: 'Networks' })
    await act(async () => seen.current.modal.close())
    expect(seen.current.modal).toMatchObject({ isOpen: false, view: 'Connect' })
    await act(async () => seen.current.theme.setThemeMode('light'))
    expect(seen.current.theme).toMatchObject({ themeMode: 'light' })
    await act(async () => {
      await expect(seen.current.connect({ connectorId: 'nobody' })).rejects.toThrow()
    })
    expect(events.map(({ name }) => name)).toEqual(['modal.opened', 'modal.closed', 'alert.reported'])
    await unmount()
  })
})
