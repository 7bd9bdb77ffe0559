// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { verifyMessage } from 'ethers'
import { externalConnector, type Latchkey } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import type { Devnet } from 'latchkey/devnet'
import type { Eip155Wallet } from 'latchkey/testing'
import { latchkeyConnector } from 'latchkey/wagmi'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type { Chain } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createConfig,
  http,
  useBalance,
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
import { clientOn, eip155Keys } from '../support/bridged-client.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

describe("a page written with wagmi's own hooks", () => {
  let keys: Eip155Wallet
  let client: Latchkey
  let root: Root
  beforeEach(() => {
    keys = eip155Keys(devnet)
    client = clientOn(
      devnet,
      [eip155()],
      [externalConnector({ id: 'keys', name: 'Keys', provider: keys.provider })],
    )
  })
  afterEach(async () => {
    await act(async () => root.unmount())
    await client.dispose()
  })

  const address = (name: string) => devnet.accounts[name]!.eip155!.address as `0x${string}`
  const idOf = (index: number) => Number(devnet.networks[index]!.id)

  it('connects, signs, sends, waits, reads, switches and disconnects', async () => {
    const chains = devnet.networks as unknown as readonly [Chain, Chain]
    const config = createConfig({
      chains,
      transports: Object.fromEntries(chains.map(({ id, rpcUrls }) => [id, http(rpcUrls.default.http[0])])),
      connectors: [latchkeyConnector({ client, connectorId: 'keys' })],
      multiInjectedProviderDiscovery: false,
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
        balance: useBalance({ address: address('dave') }),
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

    // wagmi first tries to reconnect.
    await shows('nothing is connected', () => expect(now().connection.status).toBe('disconnected'))
    await act(() => now().connect.mutateAsync({ connector: now().connectors[0]! }))
    expect(now().connection).toMatchObject({
      status: 'connected',
      address: address('alice'),
      chainId: idOf(0),
    })

    const signature = await act(() => now().sign.mutateAsync({ message: 'hello' }))
    expect(verifyMessage('hello', signature)).toBe(address('alice'))

    await shows('the balance is read', () => expect(now().balance.data).toBeDefined())
    const before = now().balance.data!.value
    await act(() => now().send.mutateAsync({ to: address('dave'), value: 4242n }))
    await shows('a block has the transaction', () => expect(now().receipt.data?.status).toBe('success'))
    await act(() => now().balance.refetch())
    await shows('the balance is read again', () => expect(now().balance.data!.value - before).toBe(4242n))
    expect(keys.script.count('eth_sendTransaction')).toBe(1)

    await act(() => now().move.mutateAsync({ chainId: idOf(1) }))
    await shows('the network is the other one', () => expect(now().connection.chainId).toBe(idOf(1)))
    expect(client.network.activeNetwork.id).toBe(idOf(1))

    // The hook fails with the visitor's rejection.
    keys.script.next('personal_sign', 'reject')
    await act(async () => {
      await expect(now().sign.mutateAsync({ message: 'no' })).rejects.toMatchObject({
        name: 'UserRejectedRequestError',
      })
    })

    await act(() => now().leave.mutateAsync({}))
    await shows('the page is disconnected', () => expect(now().connection.status).toBe('disconnected'))
    expect(client.connections.isConnected('eip155')).toBe(false)

    // wagmi's state follows what the visitor does in the modal.
    await act(() => client.connect({ connectorId: 'keys' }))
    await shows('the page is connected', () => expect(now().connection.status).toBe('connected'))
  })
})
