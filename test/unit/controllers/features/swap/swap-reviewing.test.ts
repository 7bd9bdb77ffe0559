import { describe, expect, it } from 'vitest'
import type { SwapDeps, SwapReview, SwapState } from '../../../../../src/controllers/features/swap/swap.ts'
import { SwapReviewing } from '../../../../../src/controllers/features/swap/swap-reviewing.ts'
import { solanaMainnet } from '../../../../../src/networks/solana.ts'

const network = solanaMainnet.caipNetworkId
const owner = 'AYpZFhYAnL9BUQXz4cpCp7tzyVxYVx2DFVdRnAHgwMLY'
const [from, to] = ['SOL', 'T'].map((symbol) => ({
  ...{ symbol, name: symbol, decimals: 9 },
  ...(symbol === 'T' && { address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' }),
}))
const swapped = {
  ...{ kind: 'swap', router: 'program', path: ['wrapped', to!.address], fromCoin: true, toCoin: false },
  ...{ amount: 5n, minimum: 9n, receiver: owner, deadline: 60n },
}

/** A review of a swap whose network fee the test sets. */
function reviewing() {
  const fees = { next: 5000n }
  const adapter = {
    normalizeAddress: (text: string) => text,
    getBalance: async () => ({ value: 10n ** 12n, decimals: 9, symbol: 'T' }),
    swapSupport: {
      compile: async () => ({ wire: new Uint8Array() }),
      read: async () => swapped,
      simulate: async () => ({ balanceChange: 10n }),
      fee: async () => ({ total: { value: fees.next, decimals: 9, symbol: 'SOL' }, detail: {} }),
    },
  }
  const deps = {
    account: { active: { caipAddress: `${network}:${owner}` } },
    adapters: { get: async () => adapter },
    clock: { now: () => 0 },
  } as unknown as SwapDeps
  const host = {
    state: { network: solanaMainnet, sourceToken: from, toToken: to, amount: 5n } as unknown as SwapState,
    patch(part: Partial<SwapState>) {
      this.state = { ...this.state, ...part }
    },
  }
  const provider = {
    build: async () => ({
      ...{ network, from: owner, to: 'program', instructions: [], lookupTables: [], value: 5n },
    }),
  }
  const quotes = {
    providerFor: () => provider,
    fresh: undefined,
    request: async (request: object) => ({
      request,
      quote: {},
      terms: { from, to, amount: 5n, minimum: 9n },
    }),
    clear: () => {},
    isFresh: () => true,
  }
  const { signal } = new AbortController()
  const made = new SwapReviewing(deps, host as never, quotes as never, () => signal)
  return { made, host, fees }
}

describe('an expired review of a swap', () => {
  it('must be shown again if the fee is above the maximum that it showed', async () => {
    const { made, host, fees } = reviewing()
    const { maxFee } = (await made.review({})) as SwapReview
    fees.next = maxFee.value
    const again = await made.reviewAgain({})
    expect(again.review.fee.value).toBe(maxFee.value)
    // The wallet may charge at most what the visitor saw.
    expect(again.review.maxFee.value).toBe(maxFee.value)
    const shown = host.state.review?.maxFee.value ?? 0n
    fees.next = shown + 1n
    await expect(made.reviewAgain({})).rejects.toMatchObject({ code: 'swap/changed' })
    // The visitor sees the new fee, and can accept it.
    expect(host.state.review?.fee.value).toBe(shown + 1n)
    expect((await made.reviewAgain({})).review.fee.value).toBe(shown + 1n)
  })
})
