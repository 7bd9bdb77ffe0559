// @vitest-environment jsdom
import { createLatchkey } from 'latchkey'
import {
  type LatchkeyEvent,
  useAccount,
  useBalance,
  useConnect,
  useDisconnect,
  useEvents,
  useLatchkey,
  useModal,
  useNetwork,
  useRead,
  useRequest,
  useSend,
  useSignMessage,
  useTheme,
  useTokenBalance,
  useWaitForTransaction,
  useWallets,
} from 'latchkey/react'
import { Activity, act, createElement, startTransition, useEffect, useRef, useState } from 'react'
import { describe, expect, it } from 'vitest'
import type { CaipAssetId } from '../../../src/core/chain/caip.ts'
import { latchkeyError } from '../../../src/core/errors/latchkey-error.ts'
import type { AdapterContext, AnyAdapterFactory, ChainAdapter } from '../../../src/core/wallet/adapter.ts'
import type { SentTransaction, SettledTransaction } from '../../../src/core/wallet/transaction.ts'
import { FakeConnector, fakeFamily, network, rejects } from '../../support/fake-families.ts'
import { mount, options } from './rendering.ts'

/** Mounts a component that uses a hook. `seen.current` is the hook's last result. */
async function use<T>(hook: () => T, world = options()) {
  const Probe = () => {
    seen.current = hook()
    return null
  }
  const seen = { current: undefined as T, probe: () => createElement(Probe) }
  const mounted = await mount(() => createLatchkey(world.options), seen.probe())
  return { ...world, ...mounted, seen }
}

/** Replaces methods of the adapter with those in `answers`. */
function answering(world: ReturnType<typeof options>, answers: Partial<ChainAdapter>): void {
  const { factory } = world.family
  const create = async (context: AdapterContext) => Object.assign(await factory.create(context), answers)
  world.options = { ...world.options, adapters: [{ ...factory, create } as AnyAdapterFactory] }
}

/** A component that throws this promise suspends for good. */
const forever = new Promise(() => {})

/** Changes a state in a transition. If the new screen suspends, React keeps the earlier screen and discards the new one. */
const inTransition = (change: () => void) => act(async () => startTransition(change))

describe('the React hooks', () => {
  it('connect, show the account, switch the network and disconnect', async () => {
    const { seen, unmount } = await use(() => ({
      ...{ account: useAccount(), network: useNetwork(), wallets: useWallets() },
      ...{ connecting: useConnect(), leaving: useDisconnect(), balance: useBalance() },
    }))
    const wallets = () => seen.current.wallets.map(({ id }) => id)
    await act(() => expect.poll(wallets, { message: 'the wallet is listed' }).toEqual(['a']))
    expect(seen.current.account).toMatchObject({ isConnected: false, namespace: 'eip155' })

    await act(() => seen.current.connecting.connect({ connectorId: 'a' }))
    expect(seen.current.connecting).toMatchObject({ status: 'success', isSuccess: true, error: undefined })
    expect(seen.current.account).toMatchObject({ isConnected: true, address: 'a-eip155' })
    await act(() =>
      expect.poll(() => seen.current.balance.balance?.value, { message: 'the balance is read' }).toBe(1n),
    )
    await act(() =>
      expect
        .poll(() => seen.current.balance.isFetching, { message: 'no read of the balance is pending' })
        .toBe(false),
    )
    expect(seen.current.balance).toMatchObject({
      ...{ data: { value: 1n }, error: undefined, isPending: false },
      ...{ isLoading: false, isStale: false },
    })

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

  it.each([
    ['useAccount', () => useAccount({ namespace: 'near' as never })],
    ['useNetwork', () => useNetwork({ namespace: 'near' as never })],
    ['useBalance', () => useBalance({ namespace: 'toString' as never })],
  ])('%s refuses a namespace that is not configured', async (_, hook) => {
    const failures: unknown[] = []
    const { unmount } = await use(() => {
      try {
        return hook()
      } catch (error) {
        failures.push(error)
        return undefined
      }
    })
    expect(failures[0]).toMatchObject({ code: 'connection/namespace-not-configured' })
    expect(String(failures[0])).toMatch(/Namespace '(near|toString)' is not configured/)
    await unmount()
  })

  it("return the visitor's login only for the embedded wallet", async () => {
    const inPage = new FakeConnector({ id: 'ID_AUTH', type: 'AUTH' })
    const login = {
      ...{
        stored: { used: true, social: 'discord', userName: 'ann' },
        cooldown: 0,
        smartAccountNetworks: [],
      },
      connectEmail: async () => 'CONNECT',
      syncTheme: async () => {},
    }
    Object.assign(inPage, { embedded: { on: () => () => {}, load: async () => login } })
    const world = options()
    const connectors = [inPage.factory, world.wallet.factory]
    const { seen, unmount } = await use(() => ({ account: useAccount(), latchkey: useLatchkey() }), {
      ...world,
      options: { ...world.options, connectors },
    })
    expect(seen.current.account.embeddedWalletInfo).toBeUndefined()
    await act(() => seen.current.latchkey.embeddedWallet.logIn('ann@example.org'))
    expect(seen.current.account).toMatchObject({
      address: 'ID_AUTH-eip155',
      embeddedWalletInfo: {
        user: { email: undefined, username: 'ann' },
        ...{ authProvider: 'discord', accountType: 'eoa', isSmartAccountDeployed: false },
      },
    })
    await act(() => seen.current.latchkey.connect({ connectorId: 'a' }))
    expect(seen.current.account).toMatchObject({ address: 'a-eip155', embeddedWalletInfo: undefined })
    await unmount()
  })

  it('report an error until the app resets the hook', async () => {
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

  it('refuse to sign and to send without a connected account', async () => {
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

  it('read the balance of the token that the app asks for', async () => {
    const world = options()
    const read: unknown[] = []
    answering(world, {
      async getBalance(account, asset) {
        if (asset) read.push([account, asset])
        if (asset?.endsWith('bad')) throw latchkeyError('rpc/unreachable', { values: { host: 'x' } })
        return { value: BigInt(read.length), decimals: 6, symbol: 'T' }
      },
    })
    const asked: { asset: CaipAssetId | undefined } = { asset: 'eip155:1/erc20:0xaa' }
    const { seen, unmount, rerender } = await use(
      () => ({ token: useTokenBalance(asked), connect: useConnect().connect }),
      world,
    )
    expect(seen.current.token).toMatchObject({ isPending: true, isFetching: false, balance: undefined })
    await act(async () => {
      await expect(seen.current.token.refetch()).rejects.toMatchObject({ code: 'connection/not-connected' })
    })
    await act(() => seen.current.connect({ connectorId: 'a' }))
    await act(() =>
      expect.poll(() => seen.current.token.balance, { message: "the token's balance is read" }).toBeDefined(),
    )
    expect(read.at(-1)).toEqual(['eip155:1:a-eip155', 'eip155:1/erc20:0xaa'])
    const times = read.length
    await act(() => seen.current.token.refetch())
    expect(read).toHaveLength(times + 1)
    asked.asset = 'eip155:1/erc20:0xbad'
    await rerender(seen.probe())
    await act(() =>
      expect
        .poll(() => seen.current.token.error?.code, { message: 'the failure is reported' })
        .toBe('rpc/unreachable'),
    )
    expect(seen.current.token.balance).toBeUndefined()
    asked.asset = undefined
    await rerender(seen.probe())
    expect(seen.current.token).toMatchObject({ isPending: true, isFetching: false, error: undefined })
    await unmount()
  })

  it('report no error of the balance once the client has read the balance again', async () => {
    const world = options()
    const node = { fails: true }
    world.family.onBalance = async () => {
      if (node.fails) throw latchkeyError('data/balances-failed')
      return 2n
    }
    const { seen, unmount } = await use(() => ({ ...useLatchkey(), balance: useBalance() }), world)
    const balance = () => seen.current.balance
    await act(() => seen.current.connect({ connectorId: 'a' }))
    await act(() =>
      expect
        .poll(() => balance().error?.code, { message: 'the first read fails' })
        .toBe('data/balances-failed'),
    )
    expect(balance()).toMatchObject({ data: undefined, isStale: false, isPending: false })
    // The client reads the balance itself, for example after a send.
    const readAgain = () => seen.current.account.updateBalance('eip155', { fresh: true })
    node.fails = false
    await act(async () => void (await readAgain()))
    expect(balance()).toMatchObject({ data: { value: 2n }, error: undefined, isStale: false })

    node.fails = true
    await act(
      async () =>
        void (await balance()
          .refetch()
          .catch(() => {})),
    )
    expect(balance()).toMatchObject({
      data: { value: 2n },
      error: { code: 'data/balances-failed' },
      isStale: true,
    })
    node.fails = false
    await act(async () => void (await readAgain()))
    expect(balance()).toMatchObject({ data: { value: 2n }, error: undefined, isStale: false })
    await unmount()
  })

  it('read for the current parameters, even if the app kept a `refetch` from before they changed', async () => {
    const world = options()
    let answers = true
    answering(world, {
      getBalance: async (_, asset) => {
        if (asset && !answers) return new Promise(() => {})
        return { value: asset?.endsWith('aa') ? 1n : 2n, decimals: 6, symbol: 'T' }
      },
    })
    const asked: { asset: CaipAssetId } = { asset: 'eip155:1/erc20:0xaa' }
    const { seen, unmount, rerender } = await use(
      () => ({ token: useTokenBalance(asked), connect: useConnect().connect }),
      world,
    )
    await act(() => seen.current.connect({ connectorId: 'a' }))
    const value = () => seen.current.token.balance?.value
    await act(() => expect.poll(value, { message: "the first token's balance is read" }).toBe(1n))
    const { refetch } = seen.current.token
    asked.asset = 'eip155:1/erc20:0xbb'
    await rerender(seen.probe())
    await act(() => expect.poll(value, { message: "the second token's balance is read" }).toBe(2n))
    await act(() => refetch())
    expect.soft(seen.current.token).toMatchObject({ isFetching: false, balance: { value: 2n } })

    answers = false
    asked.asset = 'eip155:1/erc20:0xaa'
    await rerender(seen.probe())
    expect(seen.current.token).toMatchObject({ isFetching: true, balance: undefined })
    await unmount()
  })

  it('keep waiting for a transaction on its network after the visitor switches networks', async () => {
    const world = options()
    const waits: { on: string; hash: string; signal: AbortSignal }[] = []
    let settle = (_: SettledTransaction) => {}
    answering(world, {
      waitForTransaction(on, { hash }, opts) {
        waits.push({ on, hash, signal: opts?.signal as AbortSignal })
        return new Promise((resolve) => {
          settle = resolve
        })
      },
    })
    const asked: { sent: SentTransaction | undefined } = { sent: undefined }
    const { seen, unmount, rerender } = await use(
      () => ({ wait: useWaitForTransaction(asked), network: useNetwork() }),
      world,
    )
    expect(seen.current.wait.status).toBe('idle')
    expect(waits).toEqual([])
    asked.sent = { hash: '0x01' }
    await rerender(seen.probe())
    await act(() =>
      expect
        .poll(() => waits.at(-1)?.signal.aborted, { message: 'the hook waits for the transaction' })
        .toBe(false),
    )
    expect(seen.current.wait.isPending).toBe(true)
    await act(() => seen.current.network.switchNetwork('eip155:2'))
    expect(waits.at(-1)).toMatchObject({ on: 'eip155:1', hash: '0x01' })
    await act(async () => settle({ phase: 'confirmed', confirmations: 1 }))
    expect(seen.current.wait).toMatchObject({ isSuccess: true, data: { phase: 'confirmed' } })
    asked.sent = { hash: '0x02' }
    await rerender(seen.probe())
    await act(() =>
      expect
        .poll(() => waits.at(-1)?.hash, { message: 'the hook waits for the second transaction' })
        .toBe('0x02'),
    )
    expect(waits.at(-1)?.on).toBe('eip155:2')
    await unmount()
    expect(waits.every(({ signal }) => signal.aborted)).toBe(true)
  })

  it.each<[string, Partial<Parameters<typeof useWaitForTransaction>[0]>, 'confirmed' | 'fails']>([
    ['another transaction', { sent: { hash: '0x02' } }, 'confirmed'],
    ['another transaction after a failure', { sent: { hash: '0x02' } }, 'fails'],
    ['a later status', { until: 'finalized' }, 'confirmed'],
    ['no transaction', { sent: undefined }, 'confirmed'],
  ])('never report the outcome of an earlier wait for %s', async (_, next, first) => {
    const world = options()
    let settles = true
    answering(world, {
      async waitForTransaction() {
        if (!settles) return new Promise(() => {})
        if (first === 'fails') throw latchkeyError('node/transaction-unknown')
        return { phase: 'confirmed', confirmations: 1 }
      },
    })
    const asked: { current: Parameters<typeof useWaitForTransaction>[0] } = {
      current: { sent: { hash: '0x01' } },
    }
    const rendered: Omit<ReturnType<typeof useWaitForTransaction>, 'reset'>[] = []
    const { seen, unmount, rerender } = await use(() => {
      const { reset: _, ...state } = useWaitForTransaction(asked.current)
      rendered.push(state)
      return state.status
    }, world)
    const settled = first === 'fails' ? 'error' : 'success'
    const status = async () => {
      await act(async () => {})
      return seen.current
    }
    await expect.poll(status, { message: 'the first transaction settles' }).toBe(settled)

    settles = false
    rendered.length = 0
    asked.current = { ...asked.current, ...next }
    await rerender(seen.probe())
    const empty = { data: undefined, error: undefined, isSuccess: false, isError: false }
    const idle = { ...empty, status: 'idle', isPending: false }
    const pending = { ...empty, status: 'pending', isPending: true }
    expect(rendered).toEqual(rendered.map(({ isPending }) => (isPending ? pending : idle)))
    expect(rendered.at(-1)).toEqual(asked.current.sent ? pending : idle)
    await unmount()
  })

  it.each<[string, Partial<Parameters<typeof useWaitForTransaction>[0]>]>([
    ['the network at the time of sending', {}],
    ['the given network', { network: 'eip155:2' }],
    ['the given family', { namespace: 'eip155' }],
  ])('keep waiting on %s after the visitor makes another family active', async (_, given) => {
    const world = options()
    const waits: { on: string; signal: AbortSignal | undefined }[] = []
    answering(world, {
      waitForTransaction(on, _sent, opts) {
        waits.push({ on, signal: opts?.signal })
        return new Promise(() => {})
      },
    })
    const { networks, adapters, ...more } = world.options
    world.options = {
      ...more,
      networks: [...networks, network('solana:main', 'Sol')],
      adapters: [...(adapters ?? []), fakeFamily('solana').factory],
    }
    const { seen, unmount } = await use(
      () => ({
        latchkey: useLatchkey(),
        active: useNetwork().network?.caipNetworkId,
        wait: useWaitForTransaction({ sent: { hash: '0x01' }, ...given }),
      }),
      world,
    )
    const open = () => waits.filter(({ signal }) => !signal?.aborted).map(({ on }) => on)
    const expected = [given.network ?? 'eip155:1']
    await act(() => expect.poll(open, { message: 'the hook waits for the transaction' }).toEqual(expected))
    const before = waits.length
    await act(async () => seen.current.latchkey.network.setActiveNamespace('solana'))
    expect(seen.current.active).toBe('solana:main')
    expect(seen.current.wait).toMatchObject({ isPending: true, error: undefined })
    expect(open()).toEqual(expected)
    expect(waits).toHaveLength(before)
    await unmount()
  })

  it('keep the hash of the first send after a double click', async () => {
    const world = options()
    const sends: ((sent: SentTransaction) => void)[] = []
    const send = () =>
      sends.length > 0
        ? Promise.reject(latchkeyError('wallet/send-in-progress'))
        : new Promise<SentTransaction>((resolve) => void sends.push(resolve))
    answering(world, { send })
    const { seen, unmount } = await use(() => ({ connecting: useConnect(), sending: useSend() }), world)
    await act(() => seen.current.connecting.connect({ connectorId: 'a' }))
    const click = () => seen.current.sending.send({ to: 'b-eip155', amount: 1n })
    let first: Promise<SentTransaction> | undefined
    await act(async () => {
      first = click()
      for (const refused of [click(), click()])
        await expect(refused).rejects.toMatchObject({ code: 'wallet/send-in-progress' })
    })
    expect(seen.current.sending).toMatchObject({ isPending: true, error: undefined })
    await act(async () => {
      sends[0]!({ hash: '0x01' })
      await first
    })
    expect(seen.current.sending).toMatchObject({ isSuccess: true, data: { hash: '0x01' }, error: undefined })

    // If no send of this hook is pending, the refusal becomes the hook's error.
    await act(async () => {
      await expect(click()).rejects.toMatchObject({ code: 'wallet/send-in-progress' })
    })
    expect(seen.current.sending).toMatchObject({ error: { code: 'wallet/send-in-progress' } })
    await unmount()
  })

  it('show the result of a request that an effect starts only once, also under StrictMode', async () => {
    let answer = (_: string) => {}
    const { seen, unmount } = await use(() => {
      const [call, state] = useRequest(() => new Promise<string>((resolve) => (answer = resolve)))
      const begun = useRef(false)
      useEffect(() => {
        if (begun.current) return
        begun.current = true
        void call()
      }, [call])
      return state
    })
    expect(seen.current.isPending).toBe(true)
    await act(async () => answer('done'))
    expect(seen.current).toMatchObject({ isSuccess: true, data: 'done' })
    await unmount()
  })

  it('show the result of a request that was pending while an Activity hid the component', async () => {
    let answer = (_: string) => {}
    const { seen, rerender, unmount } = await use(() => {
      const [call, state] = useRequest(() => new Promise<string>((resolve) => (answer = resolve)))
      return { ...state, call }
    })
    const inActivity = (mode: 'visible' | 'hidden') => {
      const props = { mode, children: seen.probe() }
      return rerender(createElement(Activity, props))
    }
    await inActivity('visible')
    await act(async () => void seen.current.call())
    await inActivity('hidden')
    await inActivity('visible')
    expect(seen.current.isPending).toBe(true)
    await act(async () => answer('done'))
    expect(seen.current).toMatchObject({ isSuccess: true, data: 'done' })
    await unmount()
  })

  it('run a request with the parameters of the shown screen, not of a screen that React discarded', async () => {
    const { seen, unmount } = await use(() => {
      const [amount, setAmount] = useState(1)
      const [pay] = useRequest(async () => amount)
      if (amount === 2) throw forever
      return { pay, setAmount }
    })
    await inTransition(() => seen.current.setAmount(2))
    await act(async () => expect(await seen.current.pay()).toBe(1))
    await unmount()
  })

  it('keep the answer of the shown screen after a `refetch` while the next screen suspends', async () => {
    const { seen, unmount } = await use(() => {
      const [id, setId] = useState('first')
      const read = useRead(useLatchkey(), id, async () => `the ${id}`)
      if (id === 'second') throw forever
      return { ...read, setId }
    })
    await act(() => expect.poll(() => seen.current.data, { message: 'the answer is read' }).toBe('the first'))
    await inTransition(() => seen.current.setId('second'))
    await act(async () => expect.soft(await seen.current.refetch()).toBe('the first'))
    expect(seen.current).toMatchObject({ data: 'the first', isFetching: false })
    await unmount()
  })

  it('keep waiting on the network of a transaction while a screen with the next transaction suspends', async () => {
    const world = options()
    let isReady = false
    let resume = () => {}
    const suspended = new Promise<void>((resolve) => {
      resume = resolve
    })
    const waits: { on: string; hash: string; signal: AbortSignal | undefined }[] = []
    answering(world, {
      waitForTransaction(on, { hash }, opts) {
        waits.push({ on, hash, signal: opts?.signal })
        return new Promise(() => {})
      },
    })
    const { seen, unmount } = await use(() => {
      const [hash, setHash] = useState('0x01')
      useWaitForTransaction({ sent: { hash } })
      const { switchNetwork, network: active } = useNetwork()
      if (hash === '0x02' && !isReady) throw suspended
      return { switchNetwork, setHash, active: active?.caipNetworkId }
    }, world)
    const open = () => waits.filter(({ signal }) => !signal?.aborted).map(({ on, hash }) => `${on} ${hash}`)
    await act(() =>
      expect.poll(open, { message: 'the hook waits for the transaction' }).toEqual(['eip155:1 0x01']),
    )
    await inTransition(() => seen.current.setHash('0x02'))
    await act(() => seen.current.switchNetwork('eip155:2'))
    expect(seen.current.active).toBe('eip155:2')
    expect(open()).toEqual(['eip155:1 0x01'])

    // The next transaction was sent before the switch too.
    isReady = true
    await act(async () => resume())
    await act(() =>
      expect.poll(open, { message: 'the hook waits for the next transaction' }).toEqual(['eip155:1 0x02']),
    )
    await unmount()
  })

  it('open and close the modal, change the theme, and report events', async () => {
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
