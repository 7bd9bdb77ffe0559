import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import type { CaipAddress } from '../../src/core/chain/caip.ts'
import type { DataProviderFactory } from '../../src/core/wallet/data-provider.ts'
import type { JsonRpcPort } from '../../src/ports.ts'
import { badAnswers, type FakeAnswer, fakeService, joined } from './fake-data-services.ts'
import type { LoopbackRequest } from './loopback.ts'

export type Answers = Readonly<Record<string, FakeAnswer>>
export type Asked = 'balances' | 'history' | 'nfts'

/** A provider of an account's data, and what its service answers. */
export interface ContractSubject {
  readonly account: CaipAddress
  readonly other: CaipAddress
  /** An account on a network of another family. */
  readonly foreign: CaipAddress
  /** The host's own node. */
  readonly node: JsonRpcPort['request']
  provider(url: string): DataProviderFactory
  /** Returns the key of the answer to a request, such as the request's JSON-RPC method. */
  keyOf(url: URL, request: LoopbackRequest): string
  /** The service's right answers, by key. */
  readonly answers: Answers
  /** For each part: the key of its main answer, and how the service answers wrongly. */
  readonly parts: Partial<Record<Asked, ContractPart>>
  /** The service's answer for another network. */
  readonly otherNetwork: Answers
}
interface ContractPart {
  readonly key: string
  /** The main answer is a list, which can be empty. */
  readonly isList?: boolean
  /** Errors inside an answer with status 200. */
  readonly errors: Readonly<Record<string, unknown>>
  /** The service's own word for too many requests, with status 200. */
  readonly busy?: unknown
  /** The answer about another account. */
  readonly ofOther: unknown
  /** `nothing`: leaves out the items that the host's node doesn't confirm. */
  readonly otherIs: 'refused' | 'nothing'
}

/** Returns a service whose answers are looked up by `keyOf`, and its provider as `createLatchkey` creates it. */
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

/** Tests that a provider of an account's data behaves well, whatever its service answers. */
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

  describe.each(Object.entries(parts) as [Asked, ContractPart][])('contract: %s', (part, how) => {
    const bad = Object.entries(badAnswers).filter(
      ([kind]) => !how.isList || kind !== 'a list instead of an object',
    )
    it.each(bad)('fail after %s', async (_kind, bad) => {
      const made = await world({ [how.key]: bad })
      await expect(ask(part, made, account)).rejects.toMatchObject(refusal)
    })

    it.each(Object.entries(how.errors))('fail after an error with status 200: %s', async (_kind, inside) => {
      const made = await world({ [how.key]: () => inside })
      await expect(ask(part, made, account)).rejects.toMatchObject(refusal)
    })

    it.runIf(how.busy)('name the limit that the service states with status 200', async () => {
      const made = await world({ [how.key]: () => how.busy })
      await expect(ask(part, made, account)).rejects.toMatchObject({ code: 'rpc/limit-exceeded' })
    })

    it('name the limit after status 429, and leave the service alone during its pause', async () => {
      const busy: FakeAnswer = () => (response: ServerResponse) =>
        response.writeHead(429, { 'retry-after': '600' }).end('{}')
      const made = await world({ [how.key]: busy })
      for (let turn = 0; turn < 2; turn++)
        await expect(ask(part, made, account)).rejects.toMatchObject({ code: 'rpc/limit-exceeded' })
      expect(made.keys.filter((key) => key === how.key)).toHaveLength(1)
    })

    it("don't show the answer of another account", async () => {
      const made = await world({ [how.key]: () => how.ofOther })
      const asked = ask(part, made, account)
      if (how.otherIs === 'refused')
        return await expect(asked).rejects.toMatchObject({ code: 'http/invalid-body' })
      const answer = (await asked)!
      // The native coin comes from the host's node.
      expect('nfts' in answer ? answer.nfts : (answer as readonly unknown[]).slice(1)).toEqual([])
    })

    it('stop when the call is aborted', async () => {
      const made = await world({ [how.key]: () => () => {} })
      const life = new AbortController()
      const asked = ask(part, made, account, life.signal)
      life.abort()
      await expect(asked).rejects.toMatchObject({ code: 'flow/aborted' })
    })

    it('are not covered, or refused, if the service has another network', async () => {
      const made = await world(otherNetwork)
      const answer = await ask(part, made, account).catch((error: unknown) => error)
      expect(
        answer === undefined || (answer as { readonly code?: string }).code === 'http/invalid-body',
      ).toBe(true)
    })

    it('are not covered on another family, without a request', async () => {
      const made = await world()
      expect(await ask(part, made, foreign)).toBeUndefined()
      expect(made.server.requests).toEqual([])
    })
  })

  it.runIf(parts.history)("contract: history refuses another account's cursor", async () => {
    const made = await world()
    const cursor = `0:${other.split(':').at(-1)?.toLowerCase()}/5`
    for (const wrong of [cursor, '0:', '0:7', '0:{}'])
      await expect(made.transactions(account, wrong)).rejects.toMatchObject({
        code: 'validation/invalid-input',
      })
  })
}
