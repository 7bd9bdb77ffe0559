import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import type { CaipAddress } from '../../src/core/chain/caip.ts'
import type { DataProviderFactory } from '../../src/core/wallet/data-provider.ts'
import type { JsonRpcPort } from '../../src/ports.ts'
import { badAnswers, type FakeAnswer, fakeService, joined } from './fake-data-services.ts'
import type { LoopbackRequest } from './loopback.ts'

export type Answers = Readonly<Record<string, FakeAnswer>>
export type Asked = 'balances' | 'history' | 'nfts'

/** A provider of account data, and the answers of the provider's service. */
export interface ContractSubject {
  readonly account: CaipAddress
  readonly other: CaipAddress
  /** An account on a network of another family. */
  readonly foreign: CaipAddress
  /** The host's node, from which the provider reads amounts and owners. */
  readonly node: JsonRpcPort['request']
  provider(url: string): DataProviderFactory
  /** Returns the key in `answers` for a request, such as the request's JSON-RPC method. */
  keyOf(url: URL, request: LoopbackRequest): string
  /** The service's correct answers, by key. */
  readonly answers: Answers
  /** For each kind of data: the key of its main answer, and the service's wrong answers. */
  readonly parts: Partial<Record<Asked, ContractPart>>
  /** The service's answer for another network. */
  readonly otherNetwork: Answers
}
interface ContractPart {
  readonly key: string
  /** Whether the main answer is a list. The list can be empty. */
  readonly isList?: boolean
  /** Errors inside an answer with status 200. */
  readonly errors: Readonly<Record<string, unknown>>
  /** The answer that means "too many requests" despite its status 200. Undefined if the service has no such answer. */
  readonly busy?: unknown
  /** An answer about another account. */
  readonly ofOther: unknown
  /**
   * What the provider does with an answer about another account. `refused`: it throws. `nothing`: it leaves out the items that
   * the host's node doesn't confirm.
   */
  readonly otherIs: 'refused' | 'nothing'
}

/**
 * Returns a function that starts the service, and creates the provider as `createLatchkey` does. `keyOf` selects the
 * service's answers.
 */
export function contractWorld({ keyOf, provider, node, answers }: ContractSubject) {
  const closing: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })
  return async (changed: Answers = {}, ownNode = node) => {
    const all: Answers = { ...answers, ...changed }
    const keys: string[] = []
    const server = await fakeService({
      '/': (url, request) => {
        const key = keyOf(url, request)
        keys.push(key)
        const answer = all[key]
        return answer
          ? answer(url, request)
          : (response: ServerResponse) => response.writeHead(404).end('{"message":"Not found"}')
      },
    })
    closing.push(server.close)
    return { server, keys, ...(await joined([provider(server.url)], ownNode)) }
  }
}
type World = Awaited<ReturnType<ReturnType<typeof contractWorld>>>

/** Tests that a provider of account data handles all answers of its service, correct or wrong. */
export function providerContract(subject: ContractSubject): void {
  const { account, other, foreign, parts, otherNetwork } = subject
  const world = contractWorld(subject)
  const ask = (
    part: Asked,
    { balances, transactions, nfts }: World,
    of: CaipAddress,
    signal?: AbortSignal,
  ) =>
    part === 'balances'
      ? balances(of, { signal })
      : (part === 'nfts' ? nfts! : transactions)(of, undefined, { signal })
  const refusal = { code: expect.stringMatching(/^(http\/|rpc\/limit-exceeded)/) }

  describe.each(Object.entries(parts) as [Asked, ContractPart][])('a request for %s', (part, how) => {
    const bad = Object.entries(badAnswers).filter(
      ([kind]) => !how.isList || kind !== 'a list instead of an object',
    )
    it.each(bad)('fails if the service answers with %s', async (_kind, bad) => {
      const made = await world({ [how.key]: bad })
      await expect(ask(part, made, account)).rejects.toMatchObject(refusal)
    })

    it.each(Object.entries(how.errors))(
      'fails if the service answers with status 200 and %s',
      async (_kind, inside) => {
        const made = await world({ [how.key]: () => inside })
        await expect(ask(part, made, account)).rejects.toMatchObject(refusal)
      },
    )

    it.runIf(how.busy)(
      "fails with the rate limit's code if the service reports the limit with status 200",
      async () => {
        const made = await world({ [how.key]: () => how.busy })
        await expect(ask(part, made, account)).rejects.toMatchObject({ code: 'rpc/limit-exceeded' })
      },
    )

    it('sends nothing after status 429 until the pause of `retry-after` ends', async () => {
      const busy: FakeAnswer = () => (response: ServerResponse) =>
        response.writeHead(429, { 'retry-after': '600' }).end('{}')
      const made = await world({ [how.key]: busy })
      for (let turn = 0; turn < 2; turn++)
        await expect(ask(part, made, account)).rejects.toMatchObject({ code: 'rpc/limit-exceeded' })
      expect(made.keys.filter((key) => key === how.key)).toHaveLength(1)
    })

    it('never returns the data of another account', async () => {
      const made = await world({ [how.key]: () => how.ofOther })
      const asked = ask(part, made, account)
      if (how.otherIs === 'refused')
        return await expect(asked).rejects.toMatchObject({ code: 'http/invalid-body' })
      const answer = (await asked)!
      // The native coin comes from the host's node.
      expect('nfts' in answer ? answer.nfts : (answer as readonly unknown[]).slice(1)).toEqual([])
    })

    it('fails when its caller aborts', async () => {
      const made = await world({ [how.key]: () => () => {} })
      const life = new AbortController()
      const asked = ask(part, made, account, life.signal)
      life.abort()
      await expect(asked).rejects.toMatchObject({ code: 'flow/aborted' })
    })

    it('returns undefined or fails if the service is for another network', async () => {
      const made = await world(otherNetwork)
      const answer = await ask(part, made, account).catch((error: unknown) => error)
      expect(
        answer === undefined || (answer as { readonly code?: string }).code === 'http/invalid-body',
      ).toBe(true)
    })

    it('returns undefined for another family, without a request to the service', async () => {
      const made = await world()
      expect(await ask(part, made, foreign)).toBeUndefined()
      expect(made.server.requests).toEqual([])
    })
  })

  it.runIf(parts.history)(
    'a request for history fails if the cursor is invalid or belongs to another account',
    async () => {
      const made = await world()
      const cursor = `0:${other.split(':').at(-1)?.toLowerCase()}/5`
      for (const wrong of [cursor, '0:', '0:7', '0:{}'])
        await expect(made.transactions(account, wrong)).rejects.toMatchObject({
          code: 'validation/invalid-input',
        })
    },
  )
}
