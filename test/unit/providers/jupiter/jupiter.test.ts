import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import type { SwapQuote, SwapRequest } from '../../../../src/core/wallet/payments/swap-provider.ts'
import { jupiter } from '../../../../src/providers/jupiter/index.ts'
import { readJson } from '../../../../src/transport/read-json.ts'
import { badAnswers, type FakeAnswer, fakeService } from '../../../support/fake-data-services.ts'
import { quickClock } from '../../../support/loopback.ts'

const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const owner = 'DSN3j1ykL3obAVNv7ZX49VsFCPe4LqzxHnmtLiPwY6xg'
const wrapped = 'So11111111111111111111111111111111111111112'
const program = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
const usdc = {
  address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  ...{ symbol: 'USDC', name: 'USD Coin', decimals: 6 },
}
const sol = { symbol: 'SOL', name: 'Solana', decimals: 9 }
const request: SwapRequest<'solana'> = {
  ...{ network, account: `${network}:${owner}`, from: sol, to: usdc, amount: 100_000_000n, slippage: 0.5 },
}

/** The example of https://dev.jup.ag/docs/swap-api/get-quote */
const quote = {
  ...{ inputMint: wrapped, inAmount: '100000000', outputMint: usdc.address, outAmount: '16198753' },
  ...{ otherAmountThreshold: '16117760', swapMode: 'ExactIn', slippageBps: 50, platformFee: null },
  priceImpactPct: '0.0012',
  routePlan: [
    {
      swapInfo: {
        ...{ ammKey: '5BKxfWMbmYBAEWvyPZS9esPducUba9GqyMjtLCfbaqyF', label: 'Meteora DLMM' },
        ...{ inputMint: wrapped, outputMint: usdc.address, inAmount: '100000000', outAmount: '16198753' },
        ...{ feeAmount: '24825', feeMint: wrapped },
      },
      percent: 100,
    },
  ],
  ...{ contextSlot: 299283763, timeTaken: 0.015257836 },
}
/** The format of `SwapInstructionsResponse` in the API's schema. */
const call = {
  programId: program,
  accounts: [
    { pubkey: owner, isSigner: true, isWritable: false },
    { pubkey: usdc.address, isSigner: false, isWritable: true },
  ],
  data: 'u2T6zDHErxQ=',
}
const built = {
  tokenLedgerInstruction: null,
  computeBudgetInstructions: [
    { programId: 'ComputeBudget111111111111111111111111111111', accounts: [], data: 'AsBcFQA=' },
  ],
  otherInstructions: [],
  setupInstructions: [{ ...call, programId: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', data: 'AQ==' }],
  swapInstruction: call,
  cleanupInstruction: null,
  addressLookupTableAddresses: ['DZR8vKqjMvhQp2FXBxj7VezLun6DisDXq7qyosbferHa'],
}

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
async function opened(answers: Readonly<Record<string, FakeAnswer>>, key?: string) {
  const server = await fakeService(answers)
  closing.push(server.close)
  const clock = quickClock(100, 1)
  const provider = await jupiter({ url: server.url, key, tokens: { [network]: [usdc] } }).create({
    rpc: () => ({ request: async () => undefined as never }),
    json: (url) => readJson(url, { fetch: (input, init) => fetch(input, init), clock }),
    clock,
  })
  return { provider, server, clock }
}

describe('the swap provider jupiter', () => {
  it('reads a quote, and requests the instructions for this quote', async () => {
    const { provider, server } = await opened(
      { '/quote': () => quote, '/swap-instructions': () => built },
      'KEY',
    )
    const quoted = await provider.quote(request)
    expect(quoted).toMatchObject({
      ...{ from: undefined, to: usdc.address, amount: 100_000_000n, toAmount: 16_198_753n },
      ...{ spender: program, priceImpact: 0.12 },
    })
    expect(Object.fromEntries(server.asked()[0]!.searchParams)).toMatchObject({
      ...{ inputMint: wrapped, outputMint: usdc.address, amount: '100000000', slippageBps: '50' },
      ...{ swapMode: 'ExactIn', instructionVersion: 'V2' },
    })
    const { instructions, lookupTables, ...rest } = await provider.build(request, quoted)
    expect(rest).toEqual({ network, from: owner, to: program, value: 100_000_000n })
    expect(lookupTables).toEqual(built.addressLookupTableAddresses)
    expect(instructions).toEqual([
      {
        programAddress: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
        accounts: [
          { address: owner, role: 2 },
          { address: usdc.address, role: 1 },
        ],
        data: Uint8Array.of(1),
      },
      expect.objectContaining({ programAddress: program }),
    ])
    const [, second] = server.requests
    expect(JSON.parse(second!.body)).toEqual({
      quoteResponse: quote,
      userPublicKey: owner,
      wrapAndUnwrapSol: true,
    })
    expect(server.requests.map(({ headers }) => headers['x-api-key'])).toEqual(['KEY', 'KEY'])
  })

  it("lists the host's tokens, and needs no API key", async () => {
    const { provider, server } = await opened({ '/quote': () => quote })
    expect((await provider.tokens(network)).map(({ symbol }) => symbol)).toEqual(['SOL', 'USDC'])
    expect(await provider.tokens(network, { only: [usdc.address] })).toEqual([usdc])
    expect(await provider.tokens('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1')).toEqual([])
    await provider.quote(request)
    expect(server.requests[0]?.headers['x-api-key']).toBeUndefined()
  })

  it('treats wrapped SOL and SOL as two tokens', async () => {
    const { provider } = await opened({ '/quote': () => quote, '/swap-instructions': () => built })
    const token = { ...request, from: { ...sol, address: wrapped } }
    const quoted = await provider.quote(token)
    expect(quoted.from).toBe(wrapped)
    expect((await provider.build(token, quoted)).value).toBe(0n)
    const same = { ...request, from: sol, to: { ...sol, address: wrapped } }
    await expect(provider.quote(same)).rejects.toMatchObject({ code: 'swap/no-quote' })
  })

  it.each([
    ['inputMint', { inputMint: '0x00' }],
    ['outputMint', { outputMint: undefined }],
    ['inAmount', { inAmount: 100 }],
    ['outAmount', { outAmount: '1e9' }],
    ['outAmount', { outAmount: '-1' }],
    ['swapMode', { swapMode: 'ExactOut' }],
  ])('refuses a quote with an invalid field %s: %o', async (field, part) => {
    const { provider } = await opened({ '/quote': () => ({ ...quote, ...part }) })
    await expect(provider.quote(request)).rejects.toMatchObject({ code: 'swap/mismatch', values: { field } })
  })

  it.each<[string, object]>([
    ['swapInstruction', { swapInstruction: { ...call, programId: 'nobody' } }],
    ['swapInstruction', { swapInstruction: { ...call, data: '*' } }],
    ['swapInstruction', { swapInstruction: { ...call, data: 'A'.repeat(4000) } }],
    ['swapInstruction', { swapInstruction: { ...call, accounts: [{ pubkey: owner }] } }],
    ['swapInstruction', { swapInstruction: { ...call, accounts: Array(500).fill(call.accounts[0]) } }],
    ['setupInstructions', { setupInstructions: [null] }],
    ['setupInstructions', { setupInstructions: Array(100).fill(call) }],
    ['cleanupInstruction', { cleanupInstruction: 'close' }],
    ['otherInstructions', { otherInstructions: {} }],
    ['addressLookupTableAddresses', { addressLookupTableAddresses: [1] }],
    ['addressLookupTableAddresses', { addressLookupTableAddresses: undefined }],
  ])('refuses instructions with an invalid field %s', async (field, part) => {
    const { provider } = await opened({
      '/quote': () => quote,
      '/swap-instructions': () => ({ ...built, ...part }),
    })
    const quoted = await provider.quote(request)
    await expect(provider.build(request, quoted)).rejects.toMatchObject({
      code: 'swap/mismatch',
      values: { field },
    })
  })

  it('returns all instructions from Jupiter', async () => {
    const other = { ...call, programId: '11111111111111111111111111111111' }
    const answer = {
      ...built,
      otherInstructions: [other],
      tokenLedgerInstruction: other,
      cleanupInstruction: call,
    }
    const { provider } = await opened({ '/quote': () => quote, '/swap-instructions': () => answer })
    const { instructions } = await provider.build(request, await provider.quote(request))
    expect(instructions).toHaveLength(5)
  })

  it('has no quote if Jupiter finds no route', async () => {
    const refuses = (status: number) => () => (response: ServerResponse) =>
      response
        .writeHead(status)
        .end('{"error":"Could not find any route","errorCode":"COULD_NOT_FIND_ANY_ROUTE"}')
    const { provider } = await opened({ '/quote': refuses(400) })
    await expect(provider.quote(request)).rejects.toMatchObject({ code: 'swap/no-quote' })
    const denied = await opened({ '/quote': refuses(401) })
    await expect(denied.provider.quote(request)).rejects.toMatchObject({ code: 'http/status' })
  })

  it.each(Object.entries(badAnswers))('fails if the service answers with %s', async (_, answer) => {
    const { provider } = await opened({ '/': answer })
    await expect(provider.quote(request)).rejects.toThrow()
    await expect(provider.build(request, { quoteResponse: quote } as unknown as SwapQuote)).rejects.toThrow()
  })

  it('waits for a busy service only if the requested pause is short', async () => {
    let busy = '2'
    const { provider, server, clock } = await opened({
      '/': () => (response: ServerResponse) => response.writeHead(429, { 'retry-after': busy }).end('{}'),
    })
    await expect(provider.quote(request)).rejects.toMatchObject({ code: 'rpc/limit-exceeded' })
    expect(clock.delays).toContain(2000)
    busy = '3600'
    const before = server.requests.length
    await expect(provider.quote(request)).rejects.toMatchObject({ code: 'rpc/limit-exceeded' })
    await expect(provider.quote(request)).rejects.toMatchObject({ code: 'rpc/limit-exceeded' })
    expect(server.requests.length).toBeLessThanOrEqual(before + 1)
  })
})
