// @vitest-environment jsdom
import { ConnectionProvider, useConnection, useWallet, WalletProvider } from '@solana/wallet-adapter-react'
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import type { Devnet } from 'latchkey/devnet'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import nacl from 'tweetnacl'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type DevPage, devPage } from '../support/dev-page.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

// The Uint8Array of jsdom isn't the Uint8Array that Node's Buffer extends.
Object.assign(globalThis, { Uint8Array: Object.getPrototypeOf(Buffer) })

let devnet: Devnet
let page: DevPage
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['solana'] })
  page = devPage(devnet)
}, leaseTimeout)
afterAll(() => devnet?.stop())

describe('a page with @solana/wallet-adapter-react and the development wallet', () => {
  let root: Root
  afterEach(async () => act(async () => root.unmount()))

  it('finds the wallet, connects, signs, sends to the local node, and disconnects', async () => {
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
          <WalletProvider wallets={[]} onError={() => {}}>
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
    expect(now().wallets.map(({ adapter }) => adapter.name as string)).toContain('Dev Solana')

    await act(async () => now().select('Dev Solana' as never))
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
    // The library passes the chain of its endpoint. The wallet sends only if it supports this chain.
    const asked = page.asked('solana').length
    const hash = await act(() => now().sendTransaction(transfer(3210), connection))
    await expect
      .poll(async () => (await connection.getBalance(carol)) - before, { message: 'the amount arrives' })
      .toBe(3210)
    expect((await connection.getTransaction(hash, { commitment: 'confirmed' }))?.meta?.err).toBeNull()
    expect(page.asked('solana').slice(asked)).toEqual(['solana:signAndSendTransaction'])

    const unsigned = transfer(1)
    unsigned.feePayer = new PublicKey(alice)
    unsigned.recentBlockhash = (await connection.getLatestBlockhash()).blockhash
    const [signed] = await act(() => now().signAllTransactions!([unsigned]))
    expect(signed!.verifySignatures()).toBe(true)

    page.refuseNext('solana')
    await act(async () => {
      await expect(now().signMessage!(message)).rejects.toThrow('rejected')
    })

    await act(() => now().disconnect())
    await shows('the page is disconnected', () => expect(now().connected).toBe(false))
  })
})
