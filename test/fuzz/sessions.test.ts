import { describe, expect, it } from 'vitest'
import type { Context } from '../../cli/context.ts'
import { CliError } from '../../cli/output/cli-error.ts'
import { exitCodes } from '../../cli/output/exit-codes.ts'
import { Output } from '../../cli/output/output.ts'
import { approvals } from '../../cli/walletconnect/approvals.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import type { Clock } from '../../src/ports.ts'
import { ProviderError } from '../../src/wallets/provider-error.ts'
import { answerRequest } from '../../src/wallets/walletconnect/answer-request.ts'
import type { FamilyWallet } from '../../src/wallets/walletconnect/family-wallet.ts'
import type { HeadlessSessions } from '../../src/wallets/walletconnect/sessions.ts'
import { fc } from '../support/fast-check.ts'
import { cases, timeout } from './fuzz.ts'

const network = {
  id: 1,
  caipNetworkId: 'eip155:1',
  chainNamespace: 'eip155',
  name: 'Test',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://node.example/'] } },
} as const satisfies ChainNetwork
const account = `0x${'a1'.repeat(20)}`

type Step =
  | { readonly kind: 'request'; readonly topic: string; readonly sends: boolean; readonly late: boolean }
  | { readonly kind: 'type'; readonly answer: 'yes' | 'no' }
  | { readonly kind: 'end'; readonly topic: string; readonly told: boolean }
  | { readonly kind: 'wait' }

const topic = fc.constantFrom('one', 'two')
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('request' as const),
      topic,
      sends: fc.boolean(),
      late: fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('type' as const), answer: fc.constantFrom('yes', 'yes', 'no') }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const), topic, told: fc.boolean() }) },
  { weight: 4, arbitrary: fc.constant({ kind: 'wait' as const }) },
)

/**
 * Creates the command line's wallet with two sessions. The test sends the requests and answers the last shown
 * question. The keys are fake and sign nothing.
 */
function desk() {
  let screen = ''
  let now = 0
  let question: { text: string; answer(yes: boolean): void } | undefined
  /** The texts on the screen at each approval. Each approval allows one signature. */
  const agreed: string[] = []
  const signed: string[] = []
  const over = new Set<string>()
  const gone = new Set<string>()
  /** The wallet's faults that the test has found, in words. */
  const faults: string[] = []
  const origins = new Map<string, { readonly topic: string; readonly expiresAt: number }>()
  const sink = {
    write(text: string) {
      screen += text
    },
  }
  const io = {
    stdin: { isTTY: true, readable: true },
    stderr: { isTTY: true, ...sink },
    stdout: sink,
    env: {},
  }
  const context = {
    io,
    out: new Output(io as never),
    flags: { input: true, yes: false },
    signal: new AbortController().signal,
  } as unknown as Context
  const person = approvals(context, [network], {
    asks: true,
    feeCap: async () => undefined,
    confirm: ({ signal }, text) =>
      new Promise((resolve, reject) => {
        const aborted = () => {
          if (question === asked) question = undefined
          reject(signal.reason)
        }
        const asked = {
          text,
          answer(yes: boolean) {
            question = undefined
            // Node.js keeps a combined signal in memory until its listeners are removed.
            signal.removeEventListener('abort', aborted)
            if (yes) resolve()
            else reject(new CliError('cli/declined', exitCodes.rejected, 'Declined'))
          },
        }
        if (question) faults.push(`${question.text} was asked when ${text} came`)
        question = asked
        signal.addEventListener('abort', aborted, { once: true })
      }),
  })
  const family: FamilyWallet = {
    methods: ['personal_sign', 'eth_sendTransaction'],
    addresses: async () => [account],
    request: async ({ params }) => {
      const [first] = params as [string | { to: string }]
      const name = typeof first === 'string' ? first : first.to
      signed.push(name)
      const { topic: from, expiresAt } = origins.get(name)!
      if (over.has(from)) faults.push(`${name} was signed after its session`)
      if (now >= expiresAt) faults.push(`${name} was signed after its page had given up`)
      return '0x'
    },
    signersOf: () => [account],
    // Fills in the fields that the page left open, which takes a moment.
    complete: async (call) => {
      if (call.method !== 'eth_sendTransaction') return undefined
      const [fields] = call.params as [object]
      return {
        ...call,
        params: [{ ...fields, gas: '0x5208', maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' }],
      }
    },
  }
  const sessions = {
    get(named: string) {
      if (over.has(named)) throw new ProviderError(7001, 'No session.')
      return {
        namespaces: {
          eip155: { accounts: [`eip155:1:${account}`], methods: family.methods, chains: [], events: [] },
        },
      }
    },
  } as unknown as HeadlessSessions
  let last = 0
  return {
    signed,
    agreed,
    faults,
    arrive({ topic: from, sends, late }: Extract<Step, { kind: 'request' }>): Promise<unknown> {
      const id = ++last
      // Each request signs a unique number, which identifies it.
      const name = sends
        ? `0x${String(id).padStart(40, '0')}`
        : `0x${Buffer.from(`message ${id}.`).toString('hex')}`
      const params = sends ? [{ from: account, to: name, value: '0x1' }] : [name, account]
      const expiresAt = late ? now + 3 : Number.POSITIVE_INFINITY
      origins.set(name, { topic: from, expiresAt })
      return answerRequest(
        {
          ...{ id, topic: from, network: 'eip155:1', params },
          method: sends ? 'eth_sendTransaction' : 'personal_sign',
          expiresAt,
        },
        { networks: [network], wallets: new Map([['eip155', family]]) },
        sessions,
        { approve: (request) => person.request(request, `page ${from}`), clock: { now: () => now } as Clock },
      )
    },
    type(answer: 'yes' | 'no') {
      if (!question) return
      const shown = `${screen}\n${question.text}`
      if (answer === 'yes') agreed.push(shown)
      screen = ''
      question.answer(answer === 'yes')
    },
    /** Ends a session. If `told` is true, the user's prompt for the session ends too. */
    end(named: string, told: boolean) {
      over.add(named)
      if (!told) return
      person.ended(named)
      gone.add(named)
    },
    /** Checks the question on the screen while no other work is pending. */
    look() {
      const asked = [...origins].find(([name]) => question?.text.includes(textOf(name)))
      if (asked && gone.has(asked[1].topic)) faults.push(`${asked[0]} is asked about after its session`)
    },
    tick: () => now++,
  }
}

/** Returns whether both the screen and the prompt name the signed value. */
function shows(shown: string, name: string): boolean {
  return shown.split(textOf(name)).length >= 3
}

/** Returns the recipient of a transaction, or the text of a message. */
const textOf = (name: string) => (name.length === 42 ? name : Buffer.from(name.slice(2), 'hex').toString())

const tick = () => new Promise((resolve) => setImmediate(resolve))

describe('a wallet with two sessions and one user', { timeout }, () => {
  it('signs only what the user saw last, and each request only once', async () => {
    // Loads the code before the cases, so that a case takes only a few turns of the event loop.
    await import('latchkey/wallets')
    let total = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 24, size: 'max' }), async (steps) => {
        const { signed, agreed, faults, ...at } = desk()
        const answers: Promise<unknown>[] = []
        let settled = 0
        for (const one of steps) {
          at.tick()
          const before = agreed.length
          if (one.kind === 'request')
            answers.push(
              at.arrive(one).then(
                () => settled++,
                () => settled++,
              ),
            )
          else if (one.kind === 'type') at.type(one.answer)
          else if (one.kind === 'end') at.end(one.topic, one.told)
          else {
            await tick()
            at.look()
          }
          if (agreed.length > before) {
            const had = signed.length
            await tick()
            expect(signed.length - had, 'one answer, one signature').toBeLessThanOrEqual(1)
            if (signed.length > had) expect(shows(agreed.at(-1)!, signed.at(-1)!), agreed.at(-1)).toBe(true)
          }
        }
        expect(signed.length).toBeLessThanOrEqual(agreed.length)
        const had = signed.length
        for (let idle = 0; settled < answers.length; idle++) {
          expect(idle, 'every request is answered').toBeLessThan(200)
          at.type('no')
          await tick()
        }
        // After that, the user only rejected, so nothing more is signed.
        expect(signed.length).toBe(had)
        expect(faults).toEqual([])
        total += had
      }),
      { numRuns: cases },
    )
    expect(total).toBeGreaterThan(cases / 2)
  })
})
