import { Connection, PublicKey } from '@solana/web3.js'
import { type ChainNetwork, createLatchkey, type Latchkey } from 'latchkey'
import { solana } from 'latchkey/adapters/solana'
import { standardConnector } from 'latchkey/connectors'
import type { Devnet } from 'latchkey/devnet'
import { createSolanaWallet, memoryPlatform } from 'latchkey/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type DevProviders, startProviders } from '../../src/devnet/providers/start-providers.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { jupiter } from '../../src/providers/jupiter/index.ts'
import { ata, token2022Program, tokenProgram } from '../support/jupiter-transactions.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { closeSocket } from '../support/solana-connection.ts'
import { type Json, spoilingProxy, withField } from '../support/swap-services.ts'

let devnet: Devnet
let services: DevProviders
let chain: Connection
const closing: (() => unknown)[] = []

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['solana'] })
  services = await startProviders(devnet)
  chain = new Connection(devnet.nodes[0]!.url, 'confirmed')
}, leaseTimeout)
afterAll(async () => {
  await closeSocket(chain)
  await services?.stop()
  await devnet?.stop()
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const network = () => devnet.networks[0]! as ChainNetwork<'solana'>
const tokens = () =>
  devnet.tokens
    .filter(({ asset }) => asset.startsWith(`${network().caipNetworkId}/`))
    .map(({ asset, symbol, name, decimals }) => ({
      ...{ symbol, name, decimals },
      address: asset.slice(asset.lastIndexOf(':') + 1),
    }))

/** Opens a connected client whose swaps come from the devnet's stand-in for Jupiter's Swap API. */
async function open(url = services.jupiter!, holder = devnet.accounts.alice!.solana!) {
  const chains = [{ id: network().caipNetworkId, rpcUrl: devnet.nodes[0]!.url }]
  const wallet = createSolanaWallet({ secrets: [holder.secret], chains })
  const latchkey: Latchkey = createLatchkey({
    networks: [network()],
    adapters: [solana()],
    connectors: [standardConnector({ id: 'keys', name: 'Keys', wallet: wallet.standard })],
    providers: [jupiter({ url, tokens: { [network().caipNetworkId]: tokens() } })],
    ...{ enableEIP6963: false, enableInjected: false, name: `jupiter-${Math.random()}` },
    platform: memoryPlatform({ clock: systemClock, fetch: (input, init) => fetch(input, init) }),
  })
  closing.push(() => latchkey.dispose())
  await latchkey.connect({ connectorId: 'keys' })
  const { swap } = latchkey
  await swap.begin()
  const owner = new PublicKey(holder.address)
  const token = (symbol: string) => swap.state.tokens.find((one) => one.symbol === symbol)!
  async function held(symbol: string): Promise<bigint> {
    if (symbol === 'SOL') return BigInt(await chain.getBalance(owner))
    const program = symbol === 'LKT' ? tokenProgram : token2022Program
    const at = ata(owner, new PublicKey(token(symbol).address!), program)
    const { value } = await chain.getTokenAccountBalance(at)
    return BigInt(value.amount)
  }
  function fill(from: string, to: string, amount: string) {
    swap.setSourceToken(token(from))
    swap.setToToken(token(to))
    swap.setAmount(amount)
  }
  const asked = () => wallet.script.requests.filter(({ method }) => /Transaction/.test(method)).length
  return { latchkey, swap, held, fill, asked, owner, token }
}

async function settled(swap: Latchkey['swap']) {
  await expect
    .poll(() => swap.state.result?.phase, { message: 'the swap is confirmed', timeout: 20_000 })
    .toBe('confirmed')
  return swap.state.result!
}

describe('a swap on solana', () => {
  it.each([
    ['LKT', 'tUSD', '8', 2_000_000n],
    ['tUSD', 'LKT', '1', 4_000_000_000n],
    ['SOL', 'tUSD', '0.5', 75_000_000n],
    ['tUSD', 'SOL', '3', 20_000_000n],
  ])('of %s for %s is shown, signed once and lands', async (from, to, amount, gets) => {
    const { swap, held, fill, asked } = await open()
    const before = { from: await held(from), to: await held(to) }
    fill(from, to, amount)
    const review = await swap.prepareReview()
    expect(review).toMatchObject({
      step: 'swap',
      spender: 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4',
      terms: { toAmount: gets, minimum: (gets * 99n) / 100n },
    })
    expect(review.deadline).toBeDefined()
    const { hash } = await swap.swapTokens()
    const result = await settled(swap)
    expect(result).toMatchObject({ hash, received: gets, short: false })
    expect(asked()).toBe(1)
    const paid = before.from - (await held(from))
    const fee = review.fee.value
    const { amount: given } = review.terms
    expect(paid).toBe(given + (from === 'SOL' ? fee : 0n))
    expect((await held(to)) - before.to).toBe(to === 'SOL' ? gets - fee : gets)
  })
})
