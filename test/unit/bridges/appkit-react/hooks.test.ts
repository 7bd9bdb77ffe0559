// @vitest-environment jsdom
import type { AppKit } from 'latchkey/appkit'
import {
  createAppKit,
  useAppKit,
  useAppKitAccount,
  useAppKitBalance,
  useAppKitEvents,
  useAppKitNetwork,
  useAppKitNetworkCore,
  useAppKitProvider,
  useAppKitState,
  useAppKitTheme,
  useDisconnect,
  useWalletInfo,
} from 'latchkey/appkit/react'
import { act } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { appKitWorld, sol, two } from '../../../support/appkit-world.ts'
import { using } from './using.ts'

const kits: AppKit[] = []
afterEach(async () => {
  for (const kit of kits.splice(0)) await act(() => kit.dispose())
})
async function started(more: Parameters<typeof appKitWorld>[0] = {}) {
  const world = appKitWorld(more)
  let kit!: AppKit
  await act(async () => {
    kit = createAppKit(world.options)
  })
  kits.push(kit)
  return { ...world, kit }
}

describe('before createAppKit', () => {
  it.each([
    ['useAppKit', useAppKit],
    ['useAppKitState', useAppKitState],
    ['useAppKitTheme', useAppKitTheme],
    ['useAppKitEvents', useAppKitEvents],
    ['useWalletInfo', () => useWalletInfo()],
  ] as const)('%s throws the error sentence of the specification', async (name, hook) => {
    const { seen, unmount } = await using<unknown>(hook)
    expect(seen.error).toMatchObject({
      code: 'config/not-created',
      message: `Please call "createAppKit" before using "${name}" hook`,
    })
    await unmount()
  })

  it('the hooks of account, network, provider and balance return empty values', async () => {
    const { seen, unmount } = await using(() => ({
      ...{ account: useAppKitAccount(), network: useAppKitNetwork(), core: useAppKitNetworkCore() },
      ...{ provider: useAppKitProvider('eip155'), leaving: useDisconnect(), balance: useAppKitBalance() },
    }))
    const { account, network, core, provider, leaving, balance } = seen.current
    expect(account).toEqual({
      ...{ allAccounts: [], caipAddress: undefined, address: undefined, isConnected: false },
      ...{ status: undefined, embeddedWalletInfo: undefined },
    })
    expect(core).toEqual({ caipNetwork: undefined, chainId: undefined, caipNetworkId: undefined })
    expect(network).toMatchObject(core)
    expect(provider).toEqual({ walletProvider: undefined, walletProviderType: undefined })
    await expect(leaving.disconnect()).rejects.toMatchObject({ code: 'config/not-created' })
    await expect(network.switchNetwork(two)).rejects.toMatchObject({ code: 'config/not-created' })
    expect(await balance.fetchBalance()).toEqual({
      ...{ data: undefined, isSuccess: false, isError: true },
      error: 'AppKit not initialized when  fetchBalance was called.',
    })
    await unmount()
  })

  it('useAppKitNetworkCore waits until the page creates the instance', async () => {
    const { seen, unmount } = await using(() => useAppKitNetworkCore())
    expect(seen.current.chainId).toBeUndefined()
    const { kit } = await started()
    expect(seen.current.chainId).toBe(1)
    await act(() => kit.dispose())
    expect(seen.current.chainId).toBeUndefined()
    await unmount()
  })
})

describe('the hooks of AppKit', () => {
  it('return the account of the requested family', async () => {
    const { kit } = await started()
    const { seen, unmount } = await using(() => ({
      here: useAppKitAccount(),
      solana: useAppKitAccount({ namespace: 'solana' }),
      wallet: useWalletInfo().walletInfo?.name,
      provider: useAppKitProvider('solana'),
      leaving: useDisconnect(),
    }))
    await act(() => kit.client.connect({ connectorId: 'b' }))
    await act(() => kit.client.connect({ connectorId: 'a' }))
    expect(seen.current.here).toEqual(kit.getAccount())
    expect(seen.current.here).toMatchObject({ address: 'a-eip155', isConnected: true })
    expect(seen.current.solana).toMatchObject({ address: 'b-solana' })
    expect(seen.current.wallet).toBe('Wallet a')
    expect(seen.current.provider).toEqual({ walletProvider: undefined, walletProviderType: 'EXTERNAL' })
    await act(() => seen.current.leaving.disconnect({ namespace: 'solana' }))
    expect([seen.current.solana.isConnected, seen.current.here.isConnected]).toEqual([false, true])
    await act(() => seen.current.leaving.disconnect())
    expect(seen.current.here.isConnected).toBe(false)
    await unmount()
  })

  it('return the network, and switch to another network', async () => {
    await started()
    const { seen, unmount } = await using(() => ({ ...useAppKitNetwork(), state: useAppKitState() }))
    expect(seen.current).toMatchObject({
      chainId: 1,
      caipNetworkId: 'eip155:1',
      caipNetwork: { name: 'One' },
    })
    await act(() => seen.current.switchNetwork(two))
    expect(seen.current).toMatchObject({
      chainId: 2,
      state: { selectedNetworkId: 'eip155:2', activeChain: 'eip155' },
    })
    await act(() => seen.current.switchNetwork(sol))
    expect(seen.current).toMatchObject({ chainId: sol.id, state: { activeChain: 'solana' } })
    await unmount()
  })

  it('open and close the modal', async () => {
    const { kit } = await started()
    const { seen, unmount } = await using(() => ({
      ...useAppKit(),
      state: useAppKitState(),
      event: useAppKitEvents(),
    }))
    await act(() => kit.ready())
    expect(seen.current.state).toMatchObject({ initialized: true, open: false })
    await act(() => seen.current.open({ view: 'Networks' }))
    expect(seen.current.state.open).toBe(true)
    expect(seen.current.event.data).toMatchObject({ type: 'track', event: 'MODAL_OPEN' })
    await act(() => seen.current.close())
    expect(seen.current.state.open).toBe(false)
    await unmount()
  })

  it('change the theme, and ignore undefined values', async () => {
    await started({ themeVariables: { '--w3m-accent': 'red' } })
    const { seen, unmount } = await using(() => useAppKitTheme())
    expect(seen.current).toMatchObject({ themeMode: 'dark', themeVariables: { '--w3m-accent': 'red' } })
    await act(async () => {
      seen.current.setThemeMode('light')
      seen.current.setThemeMode(undefined)
      seen.current.setThemeVariables({ '--w3m-z-index': 5 })
      seen.current.setThemeVariables(undefined)
    })
    expect(seen.current).toMatchObject({
      themeMode: 'light',
      themeVariables: { '--w3m-accent': 'red', '--w3m-z-index': 5 },
    })
    await unmount()
  })

  it('read the balance exactly, and report a failed read', async () => {
    const { kit, families } = await started()
    families.eip155.onBalance = async () => 1_234_567_890_123_456_789n
    const { seen, unmount } = await using(() => useAppKitBalance())
    expect(await seen.current.fetchBalance()).toMatchObject({
      error: 'Not able to retrieve balance',
      isError: true,
    })
    await act(() => kit.client.connect({ connectorId: 'a' }))
    await act(async () => {
      expect(await seen.current.fetchBalance()).toMatchObject({
        data: { balance: '1.234567890123456789' },
        ...{ error: null, isSuccess: true, isError: false },
      })
    })
    await unmount()
  })

  it('return the same values while nothing changes', async () => {
    await started()
    const values: unknown[][] = []
    const { unmount, seen } = await using(() => {
      const all = [
        useAppKit(),
        useAppKitAccount(),
        useAppKitNetwork(),
        useAppKitTheme(),
        useDisconnect(),
        useWalletInfo(),
      ]
      values.push(all)
      useAppKitState()
      return all
    })
    const before = seen.current
    await act(() =>
      import('latchkey/appkit/react').then(({ createAppKit: again }) => again({ networks: [] }).open()),
    )
    expect(values.length).toBeGreaterThan(2)
    for (const [index, value] of before.entries()) expect(seen.current[index]).toBe(value)
    await unmount()
  })
})
