import { Connection, Keypair } from '@solana/web3.js'
import { type ChainNetwork, createLatchkey, type Latchkey } from 'latchkey'
import { solana } from 'latchkey/adapters/solana'
import { standardConnector } from 'latchkey/connectors'
import type { Devnet } from 'latchkey/devnet'
import { createSolanaWallet, memoryPlatform, type SolanaWallet } from 'latchkey/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TokenBalance } from '../../src/core/wallet/token-balance.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { systemFetch } from '../../src/platform/system-fetch.ts'
import { dataServer, knows } from '../support/account-world.ts'
import { clientOn } from '../support/bridged-client.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { closeSocket } from '../support/solana-connection.ts'
import { extension, type MintExtension, makeExtendedToken, u64 } from '../support/solana-extended-token.ts'

let devnet: Devnet
let chain: Connection
let latchkey: Latchkey
let keys: SolanaWallet

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['solana'] })
  chain = new Connection(devnet.nodes[0]!.url, 'confirmed')
}, leaseTimeout)
afterAll(async () => {
  await closeSocket(chain)
  await devnet?.stop()
})
afterEach(() => latchkey?.dispose())

const holder = () => devnet.accounts.alice!.solana!

/**
 * Creates a connected client. Its account holds 10,001 units of a token with 2 decimals, whose multiplier isn't in the client's
 * token list.
 */
async function open(...extensions: readonly MintExtension[]) {
  const network = devnet.networks[0]! as ChainNetwork<'solana'>
  const chains = [{ id: network.caipNetworkId, rpcUrl: devnet.nodes[0]!.url }]
  keys = createSolanaWallet({ secrets: [holder().secret], chains })
  latchkey = clientOn(
    devnet,
    [solana()],
    [standardConnector({ id: 'keys', name: 'Keys', wallet: keys.standard })],
  )
  await latchkey.connect({ connectorId: 'keys' })
  const token = await makeExtendedToken(chain, devnet.accounts.dave!.solana!.secret, {
    holder: holder().address,
    amount: 10_001n,
    extensions,
  })
  const mint = token.mint.toBase58()
  const asset = `${network.caipNetworkId}/token:${mint}` as const
  const listed: TokenBalance = {
    name: 'Shares',
    network: network.caipNetworkId,
    asset,
    address: mint,
    amount: { value: 10_001n, decimals: 2, symbol: 'SHR' },
  }
  const to = Keypair.generate().publicKey.toBase58()
  const received = async () => BigInt((await chain.getTokenAccountBalance(token.accountOf(to))).value.amount)
  const asked = () => keys.script.requests.filter(({ method }) => /Transaction/.test(method)).length
  const { send } = latchkey
  const multiplied = () =>
    expect
      .poll(() => send.state.token?.amount.multiplier, { message: 'the form knows the multiplier' })
      .toBeDefined()
  return { ...token, address: mint, asset, listed, to, received, asked, send, network, multiplied }
}

describe('a solana token with a multiplier for shown amounts', () => {
  it('is sent as the raw amount that corresponds to the shown amount', async () => {
    const { send, listed, to, received, network, multiplied } = await open(extension.scaledAmount(2.5))
    await send.setToken(listed)
    await multiplied()
    await send.setAmount('50')
    await send.setReceiver(to)
    expect(send.state).toMatchObject({ amount: 2000n, missing: undefined })
    await send.prepareReview()
    const sent = await send.sendToken()
    const adapter = await latchkey.adapter('solana')
    await adapter.waitForTransaction(network.caipNetworkId, sent)
    expect(await received()).toBe(2000n)
  })

  it('is sent completely with Max, even if the shown amount is rounded', async () => {
    const { send, listed, to, received, network } = await open(extension.scaledAmount(0.3))
    await send.setToken(listed)
    await send.setMaximum()
    // The exact shown amount is 100.01 × 0.3 = 30.003, but two decimals are shown.
    expect(send.state).toMatchObject({ sendTokenAmount: '30', amount: 10_001n })
    await send.setReceiver(to)
    await send.prepareReview()
    const sent = await send.sendToken()
    const adapter = await latchkey.adapter('solana')
    await adapter.waitForTransaction(network.caipNetworkId, sent)
    expect(await received()).toBe(10_001n)
  })

  it('is sent in the amount that the visitor types after choosing Max', async () => {
    const { send, listed } = await open(extension.scaledAmount(0.3))
    await send.setToken(listed)
    await send.setMaximum()
    expect(send.state.amount).toBe(10_001n)
    await send.setAmount('15')
    expect(send.state.amount).toBe(5000n)
    await send.setAmount('30')
    expect(send.state.amount).toBe(10_000n)
  })

  it("has a shown balance that grows with interest by the network's clock", async () => {
    const { asset, network } = await open(extension.interest(5000))
    const adapter = await latchkey.adapter('solana')
    const { value, multiplier } = await adapter.getBalance(
      `${network.caipNetworkId}:${holder().address}`,
      asset,
    )
    expect(value).toBe(10_001n)
    expect(multiplier).toBeGreaterThanOrEqual(1)
    expect(multiplier).toBeLessThan(1.01)
  })

  it('makes the review of a send fail if the multiplier changes after the visitor typed the amount', async () => {
    const { send, listed, to, asked, onMint, multiplied } = await open(extension.scaledAmount(2))
    await send.setToken(listed)
    await multiplied()
    await send.setAmount('20')
    await send.setReceiver(to)
    expect(send.state.amount).toBe(1000n)
    const next = Buffer.alloc(8)
    next.writeDoubleLE(4)
    await onMint(43, 1, ...next, ...u64(0n))
    await expect(send.prepareReview()).rejects.toMatchObject({
      code: 'validation/invalid-input',
      values: { field: 'multiplier' },
    })
    expect(asked()).toBe(0)
    // The new multiplier is twice as high, so the typed text means half of the raw amount.
    expect(send.state).toMatchObject({ amount: 500n, token: { amount: { multiplier: 4 } } })
    await send.prepareReview()
    await send.sendToken()
    expect(asked()).toBe(1)
  })

  it('is sent by the adapter only if the host passes the current multiplier', async () => {
    const { asset, to, received, network } = await open(extension.scaledAmount(2))
    const adapter = await latchkey.adapter('solana')
    const params = { from: `${network.caipNetworkId}:${holder().address}`, to, amount: 100n, asset } as const
    for (const multiplier of [1, 2.001, 0, Number.NaN])
      await expect(adapter.send({ ...params, multiplier })).rejects.toMatchObject({
        code: 'validation/invalid-input',
      })
    const sent = await adapter.send({ ...params, multiplier: 2 })
    await adapter.waitForTransaction(network.caipNetworkId, sent)
    expect(await received()).toBe(100n)
  })

  it("has the node's balance if the data service doesn't know multipliers", async () => {
    const { asset, address, network } = await open(extension.scaledAmount(2.5))
    await latchkey.dispose()
    const server = await dataServer({
      'supported-chains': knows(network),
      balance: () => ({
        balances: [
          {
            name: 'Shares',
            symbol: 'SHR',
            chainId: network.caipNetworkId,
            address: `${network.caipNetworkId}:${address}`,
            quantity: { decimals: '2', numeric: '100.01' },
            iconUrl: '',
          },
        ],
      }),
    })
    const platform = memoryPlatform({ clock: systemClock, fetch: systemFetch })
    const shown = async () => {
      latchkey = createLatchkey({
        networks: [network],
        adapters: [solana()],
        connectors: [standardConnector({ id: 'keys', name: 'Keys', wallet: keys.standard })],
        ...{ enableEIP6963: false, enableInjected: false, platform },
        ...{ endpoints: { data: server.url }, projectId: 'project' },
      })
      await latchkey.ready()
      if (!latchkey.account.state.solana.caipAddress) await latchkey.connect({ connectorId: 'keys' })
      await latchkey.portfolio.refresh()
      const { balances } = latchkey.portfolio.state
      return balances.find((each) => each.asset === asset)?.amount
    }
    const fromService = await shown()
    const adapter = await latchkey.adapter('solana')
    const account = `${network.caipNetworkId}:${holder().address}` as const
    expect(fromService).toMatchObject({ value: 10_001n, multiplier: 2.5 })
    expect(await adapter.getBalance(account, asset)).toMatchObject({ value: 10_001n, multiplier: 2.5 })
    await latchkey.dispose()
    expect(await shown()).toEqual(fromService)
    expect(server.asked('balance')).toHaveLength(1)
    await server.close()
  })
})
