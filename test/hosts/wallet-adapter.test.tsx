// @vitest-environment jsdom
import { ConnectionProvider, useConnection, useWallet, WalletProvider } from '@solana/wallet-adapter-react'
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import type { Latchkey } from 'latchkey'
import { solana } from 'latchkey/adapters/solana'
import { standardConnector } from 'latchkey/connectors'
import type { Devnet } from 'latchkey/devnet'
import { registerSolanaWallet } from 'latchkey/solana-standard'
import { createSolanaWallet, type SolanaWallet } from 'latchkey/testing'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import nacl from 'tweetnacl'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientOn } from '../support/bridged-client.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

// The Uint8Array of jsdom isn't the Uint8Array that Node's Buffer extends.
Object.assign(globalThis, { Uint8Array: Object.getPrototypeOf(Buffer) })

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['solana'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

describe('a page with @solana/wallet-adapter-react', () => {
  let keys: SolanaWallet & { readonly script: { count(method: string): number } }
  let client: Latchkey
  let root: Root
  let unregister: () => void
  beforeEach(() => {
    keys = createSolanaWallet({
      secrets: [devnet.accounts.alice!.solana!.secret],
      chains: devnet.networks.map(({ caipNetworkId, rpcUrls }) => ({
        id: caipNetworkId as `solana:${string}`,
        rpcUrl: rpcUrls.default.http[0]!,
      })),
    })
    const connector = standardConnector({ id: 'keys', name: 'Keys', wallet: keys.standard })
    client = clientOn(devnet, [solana()], [connector])
    unregister = registerSolanaWallet(client, { name: 'All wallets', connectorId: 'keys' })
  })
  afterEach(async () => {
    await act(async () => root.unmount())
    unregister()
    await client.dispose()
  })

  it('finds the wallet, connects it, signs, sends and disconnects', async () => {
    const url = devnet.networks[0]!.rpcUrls.default.http[0]!
    const seen: { current: ReturnType<typeof useAll> } = { current: undefined as never }
    function useAll() {
      return { wallet: useWallet(), connection: useConnection().connection }
    }
    const Probe = () => {
      seen.current = useAll()
      return null
    }
    root = createRoot(document.body.appendChild(document.createElement('div')))
    await act(async () =>
      root.render(
        <ConnectionProvider endpoint={url}>
          <WalletProvider wallets={[]}>
            <Probe />
          </WalletProvider>
        </ConnectionProvider>,
      ),
    )
    const now = () => seen.current.wallet
    const passes = (test: () => void) => {
      test()
      return true
    }
    const shows = (message: string, test: () => void) =>
      act(() => expect.poll(() => passes(test), { message }).toBe(true))
    const names = () => now().wallets.map(({ adapter }) => adapter.name as string)
    expect(names()).toEqual(['All wallets'])

    await act(async () => now().select('All wallets' as never))
    await act(() => now().connect())
    const alice = devnet.accounts.alice!.solana!.address
    expect(now().publicKey?.toBase58()).toBe(alice)

    const message = new TextEncoder().encode('hello')
    const signature = await act(() => now().signMessage!(message))
    expect(nacl.sign.detached.verify(message, signature, now().publicKey!.toBytes())).toBe(true)

    const { connection } = seen.current
    const carol = new PublicKey(devnet.accounts.carol!.solana!.address)
    const before = await connection.getBalance(carol)
    const transfer = (lamports: number) =>
      new Transaction().add(
        SystemProgram.transfer({ fromPubkey: new PublicKey(alice), toPubkey: carol, lamports }),
      )
    const hash = await act(() => now().sendTransaction(transfer(3210), connection))
    expect(hash).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
    await expect
      .poll(async () => (await connection.getBalance(carol)) - before, { message: 'the amount arrives' })
      .toBe(3210)
    expect(keys.script.count('solana:signAndSendTransaction')).toBe(1)

    const unsigned = transfer(1)
    unsigned.feePayer = new PublicKey(alice)
    unsigned.recentBlockhash = (await connection.getLatestBlockhash()).blockhash
    const [signed] = await act(() => now().signAllTransactions!([unsigned]))
    expect(signed!.verifySignatures()).toBe(true)

    await act(() => now().disconnect())
    await shows('the page is disconnected', () => expect(now().connected).toBe(false))
    expect(client.connections.isConnected('solana')).toBe(false)

    // This library never removes a wallet that has unregistered. test/integration/solana-standard.test.ts tests
    // unregistering.
  })
})
