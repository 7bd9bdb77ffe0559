import { afterEach, describe, expect, it } from 'vitest'
import type { Latchkey } from '../../../../../src/client/create-latchkey.ts'
import { raceAbort, throwIfAborted } from '../../../../../src/core/async/abort.ts'
import { latchkeyError } from '../../../../../src/core/errors/latchkey-error.ts'
import { maybeSent } from '../../../../../src/core/errors/rpc-errors.ts'
import type { ChainAdapter } from '../../../../../src/core/wallet/adapter.ts'
import type { SwapProvider, SwapToken } from '../../../../../src/core/wallet/payments/swap-provider.ts'
import type { SendCallOptions, SentTransaction } from '../../../../../src/core/wallet/transaction.ts'
import { never, polled, turn } from '../../../../support/async.ts'
import { clientWorld, one, sol, two } from '../../../../support/client-world.ts'
import { network } from '../../../../support/fake-families.ts'

const coin: SwapToken = { name: 'Coin', symbol: 'COIN', decimals: 18 }
const token: SwapToken = { name: 'Token', symbol: 'T', decimals: 18, address: 'token' }
const three = network('eip155:3', 'Three')

const opened: Latchkey[] = []
afterEach(async () => {
  for (const latchkey of opened.splice(0)) await latchkey.dispose()
})

/** Opens the swap form of a connected client, on a family whose adapter reads each call as the requested swap. */
async function open(namespace: 'eip155' | 'solana', part: Partial<SwapProvider<'eip155' | 'solana'>>) {
  const provider: SwapProvider<'eip155' | 'solana'> = {
    ...{ name: 'own', namespace },
    tokens: async () => [coin, token],
    quote: async ({ from, to, amount }) => ({
      ...{ from: from.address, to: to.address, amount, toAmount: 10n, minimum: 10n, networkFee: 1n },
    }),
    approval: async () => ({ allowance: 0n }),
    build: async ({ network: on, account, amount }) => ({
      ...{ network: on, from: account.slice(on.length + 1), to: 'program', value: amount },
      ...{ instructions: [], lookupTables: [] },
    }),
    ...part,
  }
  const world = clientWorld({
    networks: [one, two, three, sol],
    connectors: [{ id: 'a', chains: ['eip155', 'solana'] }],
    swapProvider: provider as never,
  })
  const { latchkey, families, clock, platform } = world
  opened.push(latchkey)
  families[namespace].onBalance = async () => 10n ** 20n
  families[namespace].extras = {
    swapSupport: {
      compile: async () => ({ wire: new Uint8Array() }),
      read: async () => ({
        ...{ kind: 'swap', router: 'program', path: ['wrapped', 'token'], fromCoin: true, toCoin: false },
        ...{ amount: 5n, minimum: 10n, receiver: `a-${namespace}` },
      }),
      simulate: async () => undefined,
      reserve: 0n,
      fee: async () => ({ total: { value: 1n, decimals: 18, symbol: 'COIN' }, detail: {} }),
    },
  } as never
  await latchkey.ready()
  await latchkey.connect({ connectorId: 'a', namespaces: [namespace] })
  const { swap } = latchkey
  await swap.prepare()
  return { swap, clock, latchkey, platform, family: families[namespace] }
}

const form = { fromToken: 'COIN', toToken: 'T', amount: '0.000000000000000005' }

describe('the quote and the review of a swap', () => {
  it.each(['refresh', 'prepareReview'] as const)(
    'stay when the caller of a later `%s` cancels it',
    async (request) => {
      let answers = true
      const { swap } = await open('solana', {
        tokens: async () => (answers ? [coin, token] : never()),
      })
      await swap.begin(form)
      await swap.refresh()
      await swap.prepareReview()
      const { terms, review } = swap.state
      expect(review).toMatchObject({ step: 'swap', terms })
      answers = false
      const caller = new AbortController()
      const asked = swap[request]({ signal: caller.signal })
      caller.abort()
      await Promise.allSettled([asked])
      expect(swap.state).toMatchObject({ terms, review, error: undefined })
      expect(swap.state).toMatchObject({ loadingQuote: false, reviewing: false })
    },
  )
})

describe('a refresh that ends after a review was prepared', () => {
  /** Starts a refresh, then a review. The test answers their quotes in any order. */
  async function both() {
    const waiting: { answer(toAmount: bigint): void; fail(): void }[] = []
    const { swap } = await open('solana', {
      quote: ({ from, to, amount }) =>
        new Promise((resolve, reject) =>
          waiting.push({
            answer: (toAmount) =>
              resolve({ from: from.address, to: to.address, amount, toAmount, minimum: 10n, networkFee: 1n }),
            fail: () => reject(new Error('busy')),
          }),
        ),
    })
    await swap.begin(form)
    const refreshed = swap.refresh()
    await expect.poll(() => waiting.length, { message: 'the refresh asks for a quote' }).toBe(1)
    const reviewed = swap.prepareReview()
    await expect.poll(() => waiting.length, { message: 'the review asks for a quote' }).toBe(2)
    const [first, second] = waiting
    return { swap, refreshed, reviewed, first: first!, second: second! }
  }

  it.each(['answer', 'fail'] as const)('keeps the review with its terms after the %s', async (outcome) => {
    const { swap, refreshed, reviewed, first, second } = await both()
    second.answer(11n)
    const review = await reviewed
    first[outcome](10n)
    await refreshed
    expect(swap.state).toMatchObject({ review, terms: review.terms, error: undefined, loadingQuote: false })
  })

  it('leaves the review that is still being prepared to show its own terms', async () => {
    const { swap, refreshed, reviewed, first, second } = await both()
    first.fail()
    await refreshed
    expect(swap.state).toMatchObject({ error: undefined, reviewing: true, loadingQuote: false })
    second.answer(11n)
    expect((await reviewed).terms.toAmount).toBe(11n)
  })

  it('keeps the error of a review that failed', async () => {
    const { swap, refreshed, reviewed, first, second } = await both()
    second.fail()
    await expect(reviewed).rejects.toThrow('busy')
    first.answer(10n)
    await refreshed
    expect(swap.state).toMatchObject({ error: { message: 'busy' }, review: undefined, loadingQuote: false })
  })

  it('shows its quote if the caller of the review has canceled it', async () => {
    const caller = new AbortController()
    const { swap, refreshed, reviewed, first } = await both()
    reviewed.catch(() => {})
    const canceled = swap.prepareReview({ signal: caller.signal })
    caller.abort()
    await expect(canceled).rejects.toMatchObject({ code: 'flow/aborted' })
    first.answer(10n)
    await refreshed
    expect(swap.state.terms).toMatchObject({ toAmount: 10n })
  })
})

describe('the form after a call of `begin`', () => {
  it.each([
    ['refresh', 'fails'],
    ['refresh', 'is canceled'],
    ['prepareReview', 'fails'],
    ['prepareReview', 'is canceled'],
  ] as const)('no longer waits for an earlier `%s` if the call %s', async (request, outcome) => {
    let answers = true
    const { swap } = await open('solana', {
      tokens: async () => {
        if (answers) return [coin, token]
        return outcome === 'fails' ? Promise.reject(new Error('offline')) : never()
      },
      quote: never,
    })
    await swap.begin(form)
    const asked = swap[request]()
    answers = false
    const caller = new AbortController()
    const again = swap.begin(form, { signal: caller.signal })
    if (outcome === 'is canceled') caller.abort()
    await expect(again).rejects.toThrow()
    await Promise.allSettled([asked])
    expect(swap.state).toMatchObject({ loadingTokens: false, loadingQuote: false, reviewing: false })
  })

  it('still loads the tokens if a later call has canceled the call', async () => {
    const { swap } = await open('solana', { tokens: never })
    const first = swap.begin(form)
    swap.begin(form).catch(() => {})
    await expect(first).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(swap.state.loadingTokens).toBe(true)
  })
})

describe('the form after `begin` with a preset', () => {
  const { amount } = form

  it.each([
    [
      'has neither the amount nor the token that the network does not list',
      { fromToken: 'NONE', toToken: 'T', amount },
      { sourceToken: coin, toToken: token, sourceTokenAmount: '' },
    ],
    [
      'has no token to pay with if the preset only names the coin to receive',
      { toToken: 'COIN', amount },
      { sourceToken: undefined, toToken: coin, sourceTokenAmount: '' },
    ],
    [
      'has no token to receive if the preset names one token twice',
      { fromToken: 'T', toToken: 'T', amount },
      { sourceToken: token, toToken: undefined, sourceTokenAmount: amount },
    ],
    [
      'pays with the coin if the preset names no token to pay with',
      { toToken: 'T', amount },
      { sourceToken: coin, toToken: token, sourceTokenAmount: amount },
    ],
    [
      'has one token on both sides if they are on two networks',
      { fromToken: 'COIN', toToken: 'COIN', toNetwork: two.caipNetworkId as 'eip155:2', amount },
      { sourceToken: coin, toToken: coin, sourceTokenAmount: amount },
    ],
  ])('%s', async (_says, preset, expected) => {
    const { swap } = await open('eip155', { arrival: never })
    await swap.begin(preset)
    expect(swap.state).toMatchObject(expected)
  })
})

describe('a quote whose prices are slow', () => {
  /** Opens a form whose prices come when the test calls `answer`. */
  async function slow() {
    const waiting: (() => void)[] = []
    const prices = { coin: 10 ** 18, token: 4 * 10 ** 17 }
    const { swap } = await open('solana', {
      tokens: async (_, opts) => {
        if (!opts?.only) return [coin, token]
        await new Promise<void>((resolve) => waiting.push(resolve))
        return [
          { ...coin, price: prices.coin },
          { ...token, price: prices.token },
        ]
      },
    })
    await swap.begin(form)
    const answer = () => {
      for (const resolve of waiting.splice(0)) resolve()
    }
    return { swap, waiting, prices, answer }
  }

  it('is shown without the prices first', async () => {
    const { swap, answer } = await slow()
    const asked = swap.refresh()
    const shown = await polled(() => swap.state.terms, 'the quote is shown')
    expect(shown).toMatchObject({ toAmount: 10n, priceImpact: undefined })
    expect(shown.from.price).toBeUndefined()
    expect(swap.state.loadingQuote).toBe(true)
    answer()
    await asked
    expect(swap.state.terms).toMatchObject({ priceImpact: 20, from: { price: 10 ** 18 } })
    expect(swap.state.loadingQuote).toBe(false)
  })

  it('is reviewed only with the prices, so that the review has the price impact', async () => {
    const { swap, answer, waiting } = await slow()
    const asked = swap.refresh()
    await polled(() => swap.state.terms, 'the quote is shown')
    const reviewed = swap.prepareReview()
    await expect.poll(() => waiting.length, { message: 'the review waits for prices' }).toBe(2)
    expect(swap.state.review).toBeUndefined()
    answer()
    expect((await reviewed).terms.priceImpact).toBe(20)
    await asked
  })

  it('keeps the earlier prices until the new ones are there', async () => {
    const { swap, answer, waiting, prices } = await slow()
    const first = swap.refresh()
    await expect.poll(() => waiting.length, { message: 'the prices are requested' }).toBe(1)
    answer()
    await first
    const shown: unknown[] = []
    swap.watch(
      ({ terms }) => terms?.from.price,
      (price) => shown.push(price),
    )
    prices.coin *= 2
    const second = swap.refresh()
    await expect.poll(() => waiting.length, { message: 'the prices are requested again' }).toBe(1)
    answer()
    await second
    expect(shown).toEqual([2 * 10 ** 18])
  })
})

describe('the balances of a followed form', () => {
  /** Opens a form for 5 units while the account holds `held`. */
  async function holding(held: bigint) {
    const opened = await open('eip155', {})
    const { swap, family } = opened
    family.onBalance = async () => held
    await swap.begin(form)
    await swap.refresh()
    await polled(() => swap.state.toBalance && swap.state.sourceBalance, 'the balances are read')
    swap.follow()
    return opened
  }

  it('are read again every 10 s while the funds are too low', async () => {
    const { swap, family, clock } = await holding(4n)
    expect(swap.state.missing).toBe('funds')
    await clock.advance(10_000)
    expect(swap.state.missing).toBe('funds')
    family.onBalance = async () => 5n
    await clock.advance(10_000)
    expect(swap.state).toMatchObject({ missing: undefined, sourceBalance: { value: 5n } })
  })

  it("aren't read again every 10 s while the funds are enough", async () => {
    const { swap, family, clock } = await holding(5n)
    const { at } = swap.state.terms!
    const { balance } = family.count
    await clock.advance(30_000)
    expect(swap.state.terms?.at).toBeGreaterThan(at)
    expect(family.count.balance).toBe(balance)
  })

  it('stay, without an error, if they fail to be read again', async () => {
    const { swap, family, platform, clock } = await holding(4n)
    family.onBalance = async () => {
      throw new Error('offline')
    }
    const { balance } = family.count
    platform.page.setVisible(false)
    platform.page.setVisible(true)
    await clock.advance(10_000)
    expect(family.count.balance).toBeGreaterThan(balance)
    expect(swap.state).toMatchObject({ error: undefined, missing: 'funds', sourceBalance: { value: 4n } })
  })

  it('are the latest ones, even if the answer to an earlier request comes last', async () => {
    const { swap, family, platform } = await holding(4n)
    const waiting: ((value: bigint) => void)[] = []
    family.onBalance = () => new Promise((resolve) => waiting.push(resolve))
    const comeBack = () => {
      platform.page.setVisible(false)
      platform.page.setVisible(true)
    }
    comeBack()
    await expect.poll(() => waiting.length, { message: 'the balances are requested' }).toBe(2)
    comeBack()
    await expect.poll(() => waiting.length, { message: 'the balances are requested again' }).toBe(4)
    for (const [index, answer] of [...waiting.entries()].reverse()) {
      answer(index < 2 ? 3n : 9n)
      await turn()
    }
    expect(swap.state).toMatchObject({ sourceBalance: { value: 9n }, toBalance: { value: 9n } })
  })

  it('are read again after a return even if the form changes before the answer', async () => {
    const { swap, family, platform } = await holding(4n)
    const waiting: ((value: bigint) => void)[] = []
    family.onBalance = () => new Promise((resolve) => waiting.push(resolve))
    platform.page.setVisible(false)
    platform.page.setVisible(true)
    await expect.poll(() => waiting.length, { message: 'the balances are requested' }).toBe(2)
    await swap.setAmount('7')
    await expect.poll(() => waiting.length, { message: 'the balances are requested again' }).toBe(4)
    for (const answer of waiting) answer(9n)
    await expect
      .poll(() => swap.state, { message: 'the form has the new balances' })
      .toMatchObject({ sourceBalance: { value: 9n }, toBalance: { value: 9n } })
    await swap.setAmount('8')
    await turn()
    expect(waiting).toHaveLength(4)
  })
})

describe('a maximum amount that is read too late', () => {
  type Form = Awaited<ReturnType<typeof open>>['swap']

  it.each<[string, (swap: Form) => void, object]>([
    ['the visitor types an amount', (swap) => swap.setAmount('7'), { sourceTokenAmount: '7' }],
    [
      'the visitor switches the tokens twice',
      (swap) => {
        swap.switchTokens()
        swap.switchTokens()
      },
      { sourceToken: coin, sourceTokenAmount: '' },
    ],
    ['the form is cleared', (swap) => swap.resetSwap(), { sourceToken: coin, sourceTokenAmount: '' }],
  ])('changes nothing after %s', async (_, change, expected) => {
    for (const held of [10n ** 20n, 0n]) {
      const { swap, family } = await open('solana', {})
      await swap.begin(form)
      await polled(() => swap.state.toBalance && swap.state.sourceBalance, 'the balances are read')
      const waiting: ((value: bigint) => void)[] = []
      family.onBalance = () => new Promise((resolve) => waiting.push(resolve))
      const filling = swap.setMaximum()
      await expect.poll(() => waiting.length, { message: 'the balance is requested' }).toBe(1)
      change(swap)
      waiting[0]?.(held)
      await filling
      expect(swap.state).toMatchObject({ error: undefined, ...expected })
    }
  })

  it('is still used if the visitor has only chosen the token to receive', async () => {
    const { swap, family } = await open('solana', {})
    await swap.begin({ fromToken: 'COIN' })
    await polled(() => swap.state.sourceBalance, 'the balance is read')
    const waiting: ((value: bigint) => void)[] = []
    family.onBalance = () => new Promise((resolve) => waiting.push(resolve))
    const filling = swap.setMaximum()
    await expect.poll(() => waiting.length, { message: 'the balance is requested' }).toBe(1)
    swap.setToToken(token)
    waiting[0]?.(10n ** 18n)
    await filling
    expect(swap.state.amount).toBeGreaterThan(0n)
  })
})

describe('the network on which the swap pays', () => {
  /** Opens a form whose provider answers for a network's tokens when the test calls `answer` with the network. */
  async function between() {
    const waiting = new Map<string, (error?: Error) => void>()
    const { swap } = await open('eip155', {
      arrival: never,
      tokens: async (on, opts) => {
        if (on !== one.caipNetworkId && !opts?.only)
          await new Promise<void>((resolve, reject) =>
            waiting.set(on, (error) => (error ? reject(error) : resolve())),
          )
        return [coin, token]
      },
    })
    await swap.begin(form)
    const choose = (on: typeof one) => {
      const choice = swap.setToNetwork(on.caipNetworkId as 'eip155:2')
      choice.catch(() => {})
      return choice
    }
    const answer = async (on: typeof one, error?: Error) =>
      (await polled(() => waiting.get(on.caipNetworkId), 'the tokens are requested'))(error)
    return { swap, choose, answer }
  }

  it('is the last one that the visitor chose, even if the tokens of an earlier choice load first', async () => {
    const { swap, choose, answer } = await between()
    const first = choose(two)
    const last = choose(three)
    await answer(two)
    await expect(first).rejects.toMatchObject({ code: 'flow/aborted' })
    await answer(three)
    await last
    expect(swap.state.toNetwork).toMatchObject({ caipNetworkId: three.caipNetworkId })
  })

  it('changes even if the visitor types an amount while its tokens load', async () => {
    const { swap, choose, answer } = await between()
    const choice = choose(two)
    await swap.setAmount('7')
    await answer(two)
    await choice
    expect(swap.state).toMatchObject({
      toNetwork: { caipNetworkId: two.caipNetworkId },
      sourceTokenAmount: '7',
    })
  })

  it("stays, with an error in the form, if the new network's tokens can't be loaded", async () => {
    const { swap, choose, answer } = await between()
    const choice = choose(two)
    await answer(two, new Error('offline'))
    await expect(choice).rejects.toMatchObject({ code: 'internal/unexpected' })
    expect(swap.state).toMatchObject({ toNetwork: undefined, error: { message: 'offline' } })
  })
})

describe('an approval whose caller cancels it', () => {
  const selling = { fromToken: 'T', toToken: 'COIN', amount: form.amount }

  /** Opens a form that sells a token. The test answers the wallet's requests, and says which allowance the network reports. */
  async function approving() {
    const prompts: ((sent: SentTransaction) => void)[] = []
    const quotes: { next?: () => Promise<never> } = {}
    const network = { allowed: 0n, confirm: async () => {}, price: async () => {} }
    const { swap, family } = await open('eip155', {
      quote: async ({ from, to, amount }) =>
        quotes.next?.() ?? {
          ...{ from: from.address, to: to.address, amount, toAmount: 10n, minimum: 10n, networkFee: 1n },
        },
      approval: async ({ network: on, account }) => ({
        ...{ allowance: 0n },
        call: { network: on, from: account.slice(on.length + 1), to: 'token', value: 0n, data: '0x' },
      }),
      build: async ({ network: on, account }) => ({
        ...{ network: on, from: account.slice(on.length + 1), to: 'program', value: 0n },
        ...{ instructions: [], lookupTables: [] },
      }),
    })
    const { swapSupport } = family.adapter as ChainAdapter<'eip155'>
    Object.assign(swapSupport!, {
      allowance: async () => network.allowed,
      approve: async () => ({ wire: new Uint8Array() }),
      read: async (_call: unknown, _account: unknown, request?: object) => ({
        ...(request
          ? { kind: 'swap', router: 'program', path: ['token', 'wrapped'], fromCoin: false, toCoin: true }
          : { kind: 'approve', token: 'token', spender: 'program' }),
        ...{ amount: 5n, minimum: 10n, receiver: 'a-eip155' },
      }),
    })
    Object.assign(family.adapter as ChainAdapter, {
      // The adapter reads the price before it asks the wallet. From an abort on, it returns no answer.
      sendTransaction: (_account: string, _call: object, { signal, onAsk }: SendCallOptions = {}) => {
        const asked = network.price().then(() => {
          throwIfAborted(signal)
          onAsk?.()
          return new Promise<SentTransaction>((resolve) => prompts.push(resolve))
        })
        return raceAbort(asked, signal)
      },
      waitForTransaction: () => network.confirm(),
    })
    await swap.begin(selling)
    await swap.prepareReview()
    expect(swap.state.review).toMatchObject({ step: 'approve' })
    const caller = new AbortController()
    const prompt = async () => {
      await expect.poll(() => prompts.length, { message: 'the wallet is asked' }).toBe(1)
      return prompts[0]!
    }
    return { swap, caller, prompts, prompt, network, quotes }
  }

  it('is still in the state if the wallet grants it later, and is not asked for again', async () => {
    const { swap, caller, prompts, prompt, network } = await approving()
    const asked = swap.approve({ signal: caller.signal })
    const grant = await prompt()
    caller.abort()
    await expect(asked).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(swap.state).toMatchObject({ error: undefined, waiting: 'approving' })
    network.allowed = 5n
    grant({ hash: '0xhash' })
    await expect.poll(() => swap.state.waiting, { message: 'the approval is confirmed' }).toBeUndefined()
    expect(swap.state.approval).toMatchObject({ spender: 'program', amount: 5n })
    await swap.approve()
    expect(prompts).toHaveLength(1)
    expect(swap.state.review).toMatchObject({ step: 'swap' })
  })

  it('ends at once for the caller while the network confirms it', async () => {
    const { swap, caller, prompt, network } = await approving()
    network.confirm = never
    const asked = swap.approve({ signal: caller.signal })
    const grant = await prompt()
    grant({ hash: '0xhash' })
    await expect.poll(() => swap.state.waiting, { message: 'the approval is sent' }).toBe('approved')
    caller.abort()
    await expect(asked).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(swap.state.error).toBeUndefined()
  })

  it('ends at once for the caller of a later call that waits for the same transaction', async () => {
    const { swap, caller, prompt, prompts, network } = await approving()
    let waits = 0
    network.confirm = async () => {
      waits++
      throw latchkeyError('node/transaction-unknown')
    }
    const approved = swap.approve()
    const grant = await prompt()
    grant({ hash: '0xhash' })
    await expect(approved).rejects.toMatchObject({ code: 'node/transaction-unknown' })
    network.confirm = () => {
      waits++
      return never()
    }
    await swap.prepareReview()
    const again = swap.approve({ signal: caller.signal })
    await expect.poll(() => waits, { message: 'the call waits for the transaction again' }).toBe(2)
    caller.abort()
    await expect(again).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(prompts).toHaveLength(1)
  })

  it('ends at once for the caller while a provider that ignores signals prepares it again', async () => {
    const { swap, caller, quotes } = await approving()
    await swap.setAmount(selling.amount)
    let asked = false
    quotes.next = () => {
      asked = true
      return never()
    }
    const approved = swap.approve({ signal: caller.signal })
    await expect.poll(() => asked, { message: 'the provider is asked' }).toBe(true)
    caller.abort()
    await expect(approved).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(swap.state.waiting).toBeUndefined()
  })

  it("doesn't reach the wallet if it is canceled while it is prepared", async () => {
    const { swap, caller, prompts } = await approving()
    await swap.setAmount(selling.amount)
    const asked = swap.approve({ signal: caller.signal })
    caller.abort()
    await expect(asked).rejects.toMatchObject({ code: 'flow/aborted' })
    await expect.poll(() => swap.state.waiting, { message: 'the call has ended' }).toBeUndefined()
    expect(prompts).toEqual([])
    expect(swap.state.error).toBeUndefined()
  })

  it.each(['approve', 'revoke'] as const)(
    "doesn't reach the wallet if the caller of `%s` cancels it before the wallet is asked, and can be repeated at once",
    async (request) => {
      const { swap, caller, prompts, prompt, network } = await approving()
      if (request === 'revoke') {
        const approved = swap.approve()
        const grant = await prompt()
        network.allowed = 5n
        grant({ hash: '0xhash' })
        await approved
        prompts.length = 0
      }
      let reading = false
      network.price = () => {
        reading = true
        return never()
      }
      const asked = swap[request]({ signal: caller.signal })
      await expect.poll(() => reading, { message: 'the adapter reads the price' }).toBe(true)
      caller.abort()
      await expect(asked).rejects.toMatchObject({ code: 'flow/aborted' })
      expect(swap.state).toMatchObject({ waiting: undefined, error: undefined })
      expect(prompts).toEqual([])
      network.price = async () => {}
      void swap[request]().catch(() => {})
      await prompt()
    },
  )

  it('is revoked in the state if the wallet revokes it after the caller of `revoke` has canceled', async () => {
    const { swap, caller, prompts, prompt, network } = await approving()
    const approved = swap.approve()
    const grant = await prompt()
    network.allowed = 5n
    grant({ hash: '0xhash' })
    await approved
    prompts.length = 0
    const asked = swap.revoke({ signal: caller.signal })
    const revoke = await prompt()
    caller.abort()
    await expect(asked).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(swap.state.approval).toBeDefined()
    revoke({ hash: '0xother' })
    await expect.poll(() => swap.state.approval, { message: 'the approval is revoked' }).toBeUndefined()
  })

  it('is used by a swap that the wallet confirms after the caller of `swapTokens` has canceled', async () => {
    const { swap, caller, prompts, prompt, network } = await approving()
    const approved = swap.approve()
    const grant = await prompt()
    network.allowed = 5n
    grant({ hash: '0xhash' })
    await approved
    prompts.length = 0
    network.confirm = never as () => Promise<void>
    const events: string[] = []
    for (const event of ['sent', 'failed'] as const) swap.on(event, () => events.push(event))
    const asked = swap.swapTokens({ signal: caller.signal })
    const confirm = await prompt()
    caller.abort()
    await expect(asked).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(swap.state).toMatchObject({ error: undefined, waiting: 'swapping' })
    await expect(swap.swapTokens()).rejects.toMatchObject({ code: 'wallet/send-in-progress' })
    confirm({ hash: '0xswap' })
    await expect
      .poll(() => swap.state.result, { message: 'the swap is sent' })
      .toMatchObject({ hash: '0xswap' })
    expect(swap.state).toMatchObject({ approval: undefined, waiting: undefined, review: undefined })
    expect(events).toEqual(['sent'])
    expect(prompts).toHaveLength(1)
  })
})

describe('a wallet request for a swap', () => {
  it.each([
    ['prepareReview', 'answers'],
    ['prepareReview', 'fails'],
    ['refresh', 'answers'],
    ['refresh', 'fails'],
  ] as const)('keeps its review if an earlier `%s` %s during the request', async (request, outcome) => {
    const waiting: ((failed: boolean) => void)[] = []
    let slow = false
    const delay = () =>
      new Promise<void>((resolve, reject) => {
        if (!slow) return resolve()
        waiting.push((failed) => (failed ? reject(new Error('busy')) : resolve()))
      })
    const { swap, family } = await open('eip155', {
      quote: async ({ from, to, amount }) => {
        await delay()
        const toAmount = slow ? 11n : 10n
        return { from: from.address, to: to.address, amount, toAmount, minimum: 10n, networkFee: 1n }
      },
      build: async ({ network: on, account, amount }) => {
        await delay()
        const call = { network: on, from: account.slice(on.length + 1), to: 'program', value: amount }
        return { ...call, instructions: [], lookupTables: [] }
      },
    })
    let confirm: ((sent: SentTransaction) => void) | undefined
    Object.assign(family.adapter as ChainAdapter, {
      sendTransaction: () => new Promise<SentTransaction>((resolve) => (confirm = resolve)),
      waitForTransaction: never,
    })
    const { swapSupport } = family.adapter as ChainAdapter<'eip155'>
    await swap.begin(form)
    await swap.refresh()
    const review = await swap.prepareReview()
    slow = true
    // The new review would show another fee.
    Object.assign(swapSupport!, {
      fee: async () => ({ total: { value: 2n, decimals: 18, symbol: 'COIN' }, detail: {} }),
    })
    const earlier = Promise.allSettled([swap[request]()])
    await expect.poll(() => waiting.length, { message: 'the provider is asked' }).toBe(1)
    const sent = swap.swapTokens()
    await polled(() => confirm, 'the wallet is asked')
    waiting[0]?.(outcome === 'fails')
    await earlier
    const kept = { terms: review.terms, reviewing: false, loadingQuote: false, error: undefined }
    expect(swap.state).toMatchObject({ ...kept, review, waiting: 'swapping' })
    confirm?.({ hash: '0xswap' })
    await sent
    expect(swap.state).toMatchObject({ ...kept, review: undefined, result: { hash: '0xswap' } })
  })
})

it('a swap that may have been sent is followed with the reference of its transaction', async () => {
  const { swap, family } = await open('eip155', {})
  const sent = { hash: '0xhash', reference: 'sender:recipient' }
  const followed: unknown[] = []
  Object.assign(family.adapter as ChainAdapter, {
    sendTransaction: async () => {
      throw Object.assign(maybeSent(undefined, sent.hash), { reference: sent.reference })
    },
    waitForTransaction: (_: string, each: SentTransaction) => {
      followed.push(each)
      return never()
    },
  })
  await swap.begin(form)
  await swap.prepareReview()
  expect(await swap.swapTokens()).toEqual(sent)
  await expect.poll(() => followed, { message: 'the swap is followed' }).toEqual([sent])
})
