import { base58 } from '@scure/base'
import { Connection, Keypair, PublicKey } from '@solana/web3.js'
import {
  type ChainNetwork,
  createLatchkey,
  type Latchkey,
  type LatchkeyOptions,
  type SwapProvider,
} from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { solana } from 'latchkey/adapters/solana'
import { standardConnector } from 'latchkey/connectors'
import type { Devnet } from 'latchkey/devnet'
import { createSolanaWallet, memoryPlatform } from 'latchkey/testing'
import type { SolanaFeature } from 'latchkey/wallets'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { shownUnits } from '../../src/core/amounts/shown-units.ts'
import { type DevProviders, startProviders } from '../../src/devnet/providers/start-providers.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { jupiter } from '../../src/providers/jupiter/index.ts'
import { ata, token2022Program, tokenProgram } from '../support/jupiter-transactions.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { closeSocket } from '../support/solana-connection.ts'
import { extension, makeExtendedToken } from '../support/solana-extended-token.ts'
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

/** A network of another family. `other` is a swap provider for this family. */
const elsewhere: ChainNetwork<'eip155'> = {
  ...{ id: 31337, caipNetworkId: 'eip155:31337', chainNamespace: 'eip155', name: 'Elsewhere' },
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:9'] } },
}
const never = async (): Promise<never> => {
  throw new Error('not asked')
}
const other: SwapProvider = {
  ...{ name: 'other', quote: never, approval: never, build: never },
  tokens: async () => [{ symbol: 'ETH', name: 'Ether', decimals: 18 }],
}

interface WalletParts {
  readonly holder?: { readonly address: string; readonly secret: string }
  readonly features?: readonly SolanaFeature[]
}

/** Opens a connected client whose swaps come from the devnet's stand-in for Jupiter's Swap API. */
async function open(
  url = services.jupiter!,
  options: Partial<LatchkeyOptions> = {},
  { holder = devnet.accounts.alice!.solana!, features }: WalletParts = {},
) {
  const chains = [{ id: network().caipNetworkId, rpcUrl: devnet.nodes[0]!.url }]
  const wallet = createSolanaWallet({ secrets: [holder.secret], chains, ...(features && { features }) })
  const latchkey: Latchkey = createLatchkey({
    networks: [network()],
    adapters: [solana()],
    connectors: [standardConnector({ id: 'keys', name: 'Keys', wallet: wallet.standard })],
    providers: [jupiter({ url, tokens: { [network().caipNetworkId]: tokens() } })],
    ...{ enableEIP6963: false, enableInjected: false, name: `jupiter-${Math.random()}` },
    ...options,
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

interface Instruction {
  readonly programId: string
  readonly accounts: readonly { pubkey: string; isSigner: boolean; isWritable: boolean }[]
  readonly data: string
}
type Edit = (call: Instruction) => Instruction
const edited =
  (change: (bytes: Buffer) => unknown): Edit =>
  (call) => {
    const bytes = Buffer.from(call.data, 'base64')
    const changed = change(bytes)
    return { ...call, data: (Buffer.isBuffer(changed) ? changed : bytes).toString('base64') }
  }
const withAccount =
  (index: number, pubkey: string): Edit =>
  (call) => ({ ...call, accounts: call.accounts.map((one, at) => (at === index ? { ...one, pubkey } : one)) })
const inSwap = (edit: Edit) => (answer: Json) =>
  withField(answer, 'swapInstruction', (call) => edit(call as Instruction))
const inSetup = (edit: (calls: readonly Instruction[]) => readonly Instruction[]) => (answer: Json) =>
  withField(answer, 'setupInstructions', (calls) => edit(calls as readonly Instruction[]))
const thief = 'Ai1d1a2jSPGrQKzkJFzEsYC8gDPUzYuWzYhLsbHxjkzw'
const thiefs = (mint: string, program = token2022Program) =>
  ata(new PublicKey(thief), new PublicKey(mint), program).toBase58()
const own = (mint: string, program: PublicKey) =>
  ata(new PublicKey(devnet.accounts.alice!.solana!.address), new PublicKey(mint), program).toBase58()
const mint = (symbol: string) => tokens().find((one) => one.symbol === symbol)!.address
const nonsense = (programId: string, data: number[]): Instruction => ({
  ...{ programId, data: Buffer.from(data).toString('base64') },
  accounts: [{ pubkey: devnet.accounts.alice!.solana!.address, isSigner: true, isWritable: true }],
})

/** The positions in the data of `shared_accounts_route_v2`. */
const at = { amount: 9, quoted: 17, slippage: 25, fee: 27, surplus: 29 }
const quoteLies: readonly (readonly [string, string, (answer: Json) => Json])[] = [
  ['another source token', 'source token', (answer) => ({ ...answer, inputMint: thief })],
  ['another target token', 'target token', (answer) => ({ ...answer, outputMint: mint('LKT') })],
  [
    'a token whose address differs only in the case of a letter',
    'target token',
    (answer) =>
      withField(answer, 'outputMint', (text) =>
        String(text).replace(/[A-HJ-NP-Z]/, (letter) => letter.toLowerCase()),
      ),
  ],
  ['another amount', 'amount', (answer) => ({ ...answer, inAmount: '1' })],
  ['an output of 0', 'target amount', (answer) => ({ ...answer, outAmount: '0' })],
  ['a negative amount', 'outAmount', (answer) => ({ ...answer, outAmount: '-5' })],
  ['an exact output', 'swapMode', (answer) => ({ ...answer, swapMode: 'ExactOut' })],
]
const callLies: readonly (readonly [string, string, (answer: Json) => Json])[] = [
  [
    "another account's tokens",
    'source token',
    (answer) => inSwap(withAccount(2, thiefs(mint('LKT'), tokenProgram)))(answer),
  ],
  [
    'the token account of another token',
    'source token',
    (answer) => inSwap(withAccount(2, own(mint('tUSD'), token2022Program)))(answer),
  ],
  [
    "another account's token account",
    'receiver',
    (answer) => inSwap(withAccount(5, thiefs(mint('tUSD'))))(answer),
  ],
  ['another source mint', 'source token', (answer) => inSwap(withAccount(6, mint('tUSD')))(answer)],
  ['another target mint', 'receiver', (answer) => inSwap(withAccount(7, mint('LKT')))(answer)],
  ['another signer of the swap', 'signer', (answer) => inSwap(withAccount(1, thief))(answer)],
  [
    'a larger amount',
    'amount',
    inSwap(edited((bytes) => void bytes.writeBigUInt64LE(9_000_000_000n, at.amount))),
  ],
  ['a smaller amount', 'amount', inSwap(edited((bytes) => void bytes.writeBigUInt64LE(1n, at.amount)))],
  ['a lower quote', 'minimum', inSwap(edited((bytes) => void bytes.writeBigUInt64LE(1n, at.quoted)))],
  [
    'a quote that is one unit lower',
    'minimum',
    inSwap(edited((bytes) => void bytes.writeBigUInt64LE(1_999_998n, at.quoted))),
  ],
  ['a higher slippage', 'minimum', inSwap(edited((bytes) => void bytes.writeUInt16LE(101, at.slippage)))],
  ['no minimum', 'minimum', inSwap(edited((bytes) => void bytes.writeUInt16LE(10_000, at.slippage)))],
  ['a platform fee', 'platform fee', inSwap(edited((bytes) => void bytes.writeUInt16LE(50, at.fee)))],
  [
    'a fee on a better price',
    'platform fee',
    inSwap(edited((bytes) => void bytes.writeUInt16LE(50, at.surplus))),
  ],
  ['an unknown call of the program', 'data', inSwap(edited((bytes) => bytes.fill(7, 0, 8)))],
  ['a call that ends early', 'data', inSwap(edited((bytes) => bytes.subarray(0, 20)))],
  ['another program', 'data', inSwap((call) => ({ ...call, programId: thief }))],
  [
    'an approval before the swap',
    'instruction',
    inSetup((calls) => [nonsense(tokenProgram.toBase58(), [4]), ...calls]),
  ],
  [
    'a price of compute units',
    'instruction',
    inSetup((calls) => [
      nonsense('ComputeBudget111111111111111111111111111111', [3, 0, 0, 0, 0, 1, 0, 0, 0]),
      ...calls,
    ]),
  ],
  ['an unknown program before the swap', 'instruction', inSetup((calls) => [nonsense(thief, [1]), ...calls])],
  [
    "another account's new token account",
    'token account',
    inSetup((calls) => calls.map(withAccount(2, thief))),
  ],
  [
    'SOL for another account',
    'wrapped account',
    inSetup((calls) => [
      ...calls,
      nonsense('11111111111111111111111111111111', [2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]),
    ]),
  ],
  [
    'a tip',
    'wrapped account',
    (answer) => ({
      ...answer,
      otherInstructions: [nonsense('11111111111111111111111111111111', [2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0])],
    }),
  ],
  [
    'a token ledger',
    'data',
    (answer) => ({
      ...answer,
      tokenLedgerInstruction: nonsense(
        'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4',
        [228, 85, 185, 112, 78, 79, 77, 2],
      ),
      swapInstruction: nonsense(thief, [1]),
    }),
  ],
  [
    'an address that is not a lookup table',
    'lookup table',
    (answer) => ({ ...answer, addressLookupTableAddresses: [mint('LKT')] }),
  ],
  [
    'an instruction that closes a token account',
    'wrapped account',
    (answer) => ({
      ...answer,
      cleanupInstruction: {
        programId: tokenProgram.toBase58(),
        data: 'CQ==',
        accounts: [
          { pubkey: own(mint('LKT'), tokenProgram), isSigner: false, isWritable: true },
          ...nonsense(thief, []).accounts,
          ...nonsense(thief, []).accounts,
        ],
      },
    }),
  ],
  ['no swap', 'swapInstruction', (answer) => ({ ...answer, swapInstruction: null })],
  ['an error with status 200', 'setupInstructions', () => ({ error: 'Internal error' })],
]

it('a token whose shown amounts have a multiplier is shown, typed and sold in the same units', async () => {
  const made = await makeExtendedToken(chain, devnet.accounts.dave!.solana!.secret, {
    holder: devnet.accounts.alice!.solana!.address,
    amount: 10_000n,
    extensions: [extension.scaledAmount(10)],
  })
  const shares = { symbol: 'SHR', name: 'Shares', decimals: 2, address: made.mint.toBase58() }
  const listed = { [network().caipNetworkId]: [...tokens(), shares] }
  const { swap, token } = await open(services.jupiter!, {
    providers: [jupiter({ url: services.jupiter!, tokens: listed })],
  })
  await swap.setSourceToken(token('SHR'))
  await expect.poll(() => swap.state.sourceBalance, { message: 'the balance is read' }).toBeDefined()
  const { sourceBalance } = swap.state
  await swap.setMaximum()
  expect(swap.state).toMatchObject({ sourceTokenAmount: '100', amount: 10_000n, sourceBalance })
  expect(shownUnits(sourceBalance!)).toBe('100')
})

describe('the providers of swaps', () => {
  const both = () => ({
    networks: [network(), elsewhere],
    adapters: [solana(), eip155()],
    swapProvider: other,
  })

  it('are each used only for their own family, in whichever order the host lists them', async () => {
    const { swap, fill } = await open(services.jupiter!, both())
    expect(swap.state.providers).toEqual(['other', 'jupiter'])
    expect(swap.state.tokens.map(({ symbol }) => symbol)).toEqual(['LKT', 'SOL', 'tUSD'])
    fill('LKT', 'tUSD', '8')
    expect(await swap.prepareReview()).toMatchObject({ step: 'swap' })
  })

  it('offer no token on solana if no provider is for solana', async () => {
    const { swap } = await open(services.jupiter!, { ...both(), providers: [] })
    expect(swap.state.tokens).toEqual([])
    expect(swap.state.otherNetworks.map(({ name }) => name)).toEqual(['Elsewhere'])
  })
})

describe('a swap on solana', () => {
  it.each([
    ['LKT', 'tUSD', '8', 2_000_000n],
    ['tUSD', 'LKT', '1', 4_000_000_000n],
    ['SOL', 'tUSD', '0.5', 75_000_000n],
    ['tUSD', 'SOL', '3', 20_000_000n],
  ])('of %s for %s is shown, signed once and confirmed', async (from, to, amount, gets) => {
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

  it('is also confirmed with instructions of version 1', async () => {
    const proxy = await spoilingProxy(services.jupiter!)
    closing.push(() => proxy.close())
    for (const [from, to] of [
      ['LKT', 'tUSD'],
      ['SOL', 'LKT'],
    ] as const) {
      const { swap, fill } = await open(proxy.url)
      proxy.spoil(/quote/, (answer) => ({ ...answer, instructionVersion: 'V1' }))
      fill(from, to, '0.1')
      await swap.prepareReview()
      await swap.swapTokens()
      expect(await settled(swap)).toMatchObject({ short: false })
    }
  })

  it.each(quoteLies)(
    'is refused if the quote is for %s, and the error names the field %s',
    async (_says, field, by) => {
      const proxy = await spoilingProxy(services.jupiter!)
      closing.push(() => proxy.close())
      const { swap, fill, asked } = await open(proxy.url)
      proxy.spoil(/quote/, by)
      fill('LKT', 'tUSD', '8')
      await swap.refresh()
      expect(swap.state.error).toMatchObject({ code: 'swap/mismatch', values: { field } })
      proxy.spoil()
      await swap.refresh()
      expect(await swap.prepareReview()).toMatchObject({ step: 'swap' })
      expect(asked()).toBe(0)
    },
  )

  it.each(callLies)(
    'is refused if the answer with the call contains %s, and the error names the field %s',
    async (_says, field, by) => {
      const proxy = await spoilingProxy(services.jupiter!)
      closing.push(() => proxy.close())
      const { swap, fill, asked } = await open(proxy.url)
      proxy.spoil(/swap-instructions/, by)
      fill('LKT', 'tUSD', '8')
      await expect(swap.prepareReview()).rejects.toMatchObject({ code: 'swap/mismatch', values: { field } })
      proxy.spoil()
      expect(await swap.prepareReview()).toMatchObject({ step: 'swap' })
      expect(asked()).toBe(0)
    },
  )

  it('is refused if its simulation pays less than the minimum', async () => {
    const proxy = await spoilingProxy(services.jupiter!)
    closing.push(() => proxy.close())
    const { swap, fill, asked } = await open(proxy.url)
    // Changes the amount that the devnet's stand-in pays. The route plan contains this amount.
    const pays = inSwap(edited((bytes) => void bytes.writeBigUInt64LE(1_979_999n, at.surplus + 2 + 5)))
    proxy.spoil(/swap-instructions/, pays)
    fill('LKT', 'tUSD', '8')
    await expect(swap.prepareReview()).rejects.toMatchObject({ code: 'node/execution-reverted' })
    expect(asked()).toBe(0)
  })

  it('leaves enough SOL for fees if the whole balance is swapped', async () => {
    const { swap, fill, held } = await open()
    fill('SOL', 'tUSD', '1')
    await swap.setMaximum()
    expect(swap.state.amount).toBe((await held('SOL')) - 7_000_000n)
    expect(await swap.prepareReview()).toMatchObject({ step: 'swap' })
  })

  it('has no quote if the service answers with status 404', async () => {
    const { swap, fill } = await open(`${services.jupiter!}/elsewhere`)
    fill('LKT', 'tUSD', '8')
    await swap.refresh()
    expect(swap.state.error).toMatchObject({ code: 'swap/no-quote' })
  })

  it('is confirmed with a wallet that can sign but not send', async () => {
    const features = ['solana:signTransaction', 'solana:signMessage'] as const
    const { swap, fill } = await open(services.jupiter!, {}, { features })
    fill('SOL', 'LKT', '0.25')
    await swap.prepareReview()
    await swap.swapTokens()
    expect(await settled(swap)).toMatchObject({ received: 150_000_000_000n, short: false })
  })

  it('includes the deposit for a new token account in the fee', async () => {
    const pair = Keypair.generate()
    const holder = { address: pair.publicKey.toBase58(), secret: base58.encode(pair.secretKey) }
    await chain.requestAirdrop(pair.publicKey, 1_000_000_000)
    const { swap, fill, held } = await open(services.jupiter!, {}, { holder })
    fill('SOL', 'LKT', '0.5')
    const review = await swap.prepareReview()
    const deposit = BigInt(await chain.getMinimumBalanceForRentExemption(165))
    expect(review.fee.value).toBeGreaterThan(deposit)
    await swap.swapTokens()
    await settled(swap)
    expect(await held('SOL')).toBe(500_000_000n - review.fee.value)
    expect(await held('LKT')).toBe(300_000_000_000n)
    // The remaining SOL doesn't cover the deposit for another token account.
    swap.resetSwap()
    fill('SOL', 'tUSD', '0.4969')
    await expect(swap.prepareReview()).rejects.toMatchObject({ code: 'validation/insufficient-balance' })
  })
})
