// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { JsonRpcProvider, verifyMessage } from 'ethers'
import type { Devnet } from 'latchkey/devnet'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type { Chain } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  createConfig,
  http,
  useConnect,
  useConnection,
  useConnectors,
  useDisconnect,
  useSendTransaction,
  useSignMessage,
  useSwitchChain,
  useWaitForTransactionReceipt,
  WagmiProvider,
} from 'wagmi'
import { type DevPage, devPage } from '../support/dev-page.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

let devnet: Devnet
let page: DevPage
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
  page = devPage(devnet)
}, leaseTimeout)
afterAll(() => devnet?.stop())

describe('a page with wagmi and the development wallet', () => {
  let root: Root
  afterEach(async () => act(async () => root.unmount()))

  const address = (name: string) => devnet.accounts[name]!.eip155!.address as `0x${string}`
  const idOf = (index: number) => Number(devnet.networks[index]!.id)

  it('finds the wallet, connects, signs, sends, adds a chain that the wallet does not know, and disconnects', async () => {
    const chains = devnet.networks as unknown as readonly [Chain, Chain]
    const config = createConfig({
      chains,
      transports: Object.fromEntries(chains.map(({ id, rpcUrls }) => [id, http(rpcUrls.default.http[0])])),
      storage: null,
      pollingInterval: 100,
    })
    const seen: { current: ReturnType<typeof useAll> } = { current: undefined as never }
    function useAll() {
      const send = useSendTransaction()
      return {
        connectors: useConnectors(),
        connection: useConnection(),
        connect: useConnect(),
        sign: useSignMessage(),
        send,
        receipt: useWaitForTransactionReceipt({ hash: send.data }),
        move: useSwitchChain(),
        leave: useDisconnect(),
      }
    }
    const Probe = () => {
      seen.current = useAll()
      return null
    }
    root = createRoot(document.body.appendChild(document.createElement('div')))
    await act(async () =>
      root.render(
        <WagmiProvider config={config}>
          <QueryClientProvider client={new QueryClient()}>
            <Probe />
          </QueryClientProvider>
        </WagmiProvider>,
      ),
    )
    const now = () => seen.current
    const passes = (test: () => void) => {
      test()
      return true
    }
    const shows = (message: string, test: () => void) =>
      act(() => expect.poll(() => passes(test), { message }).toBe(true))

    await shows('the connector is listed', () =>
      expect(now().connectors.map(({ id }) => id)).toContain('dev.latchkey.ethereum'),
    )
    const connector = now().connectors.find(({ id }) => id === 'dev.latchkey.ethereum')!
    await act(() => now().connect.mutateAsync({ connector }))
    expect(now().connection).toMatchObject({
      status: 'connected',
      address: address('alice'),
      chainId: idOf(0),
    })

    const signature = await act(() => now().sign.mutateAsync({ message: 'hello' }))
    expect(verifyMessage('hello', signature)).toBe(address('alice'))

    const nodeAt = (index: number) =>
      new JsonRpcProvider(devnet.networks[index]!.rpcUrls.default.http[0], idOf(index), {
        staticNetwork: true,
        cacheTimeout: -1,
      })
    const pays = async (index: number, value: bigint) => {
      const node = nodeAt(index)
      const before = await node.getBalance(address('dave'))
      await act(() => now().send.mutateAsync({ to: address('dave'), value }))
      await shows('a block has the transaction', () => expect(now().receipt.data?.status).toBe('success'))
      expect((await node.getBalance(address('dave'))) - before).toBe(value)
      node.destroy()
    }
    await pays(0, 4242n)

    // wagmi adds the chain to the wallet. If the wallet isn't on this chain afterwards, wagmi assumes that the visitor
    // rejected the request.
    page.wallets.ethereum.eip155!.wallet.forget(idOf(1))
    await act(() => now().move.mutateAsync({ chainId: idOf(1) }))
    await shows('the network is the other one', () => expect(now().connection.chainId).toBe(idOf(1)))
    expect(page.asked('ethereum')).toContain('wallet_addEthereumChain')
    await pays(1, 17n)

    page.refuseNext('ethereum')
    await act(async () => {
      await expect(now().sign.mutateAsync({ message: 'no' })).rejects.toMatchObject({
        name: 'UserRejectedRequestError',
      })
    })

    await act(() => now().leave.mutateAsync({}))
    await shows('the page is disconnected', () => expect(now().connection.status).toBe('disconnected'))
  })
})
