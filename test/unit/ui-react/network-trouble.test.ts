import { describe, expect, it } from 'vitest'
import { type ErrorOptions, latchkeyError } from '../../../src/core/errors/latchkey-error.ts'
import { createLanguage } from '../../../src/ui-react/language/language.ts'
import { arabic } from '../../../src/ui-react/language/languages/arabic.ts'
import { spanish } from '../../../src/ui-react/language/languages/spanish.ts'
import { errorSentence, errorWords } from '../../../src/ui-react/parts/error/error-words.ts'

const english = createLanguage({ tag: 'en', locale: undefined, overrides: {} })
const languages = [
  english,
  createLanguage({ tag: 'es', locale: spanish, overrides: {} }),
  createLanguage({ tag: 'ar', locale: arabic, overrides: {} }),
]
const node = { host: 'node.example', network: 'eip155:1', method: 'eth_call' }
const service = { host: 'data.example' }
const said = 'SERVERSAID upgrade your plan at https://node.example'

type Code = Parameters<typeof latchkeyError>[0]
const errorOf = (code: Code, values: ErrorOptions['values'], status?: number) =>
  latchkeyError(code, {
    values: { ...values, ...(status !== undefined && { status }) },
    details: said,
    cause: new Error(said),
    ...(status !== undefined && { response: new Response(said, { status }) }),
  })
const titleOf = (error: unknown) => errorWords(english, error).title

describe('the words for a failed request', () => {
  it.each<[Code, number | undefined, string]>([
    ['rpc/limit-exceeded', undefined, 'The network is busy'],
    ['http/status', 429, 'The network is busy'],
    ['http/status', 503, 'The network is busy'],
    ['http/status', 520, 'The network is busy'],
    ['http/status', 524, 'The network is busy'],
    ['rpc/refused', undefined, "The network's server refuses this page"],
    ['http/status', 403, "The network's server refuses this page"],
    ['http/status', 401, "The network's server refuses this page"],
    ['rpc/unreachable', undefined, "The network can't be reached"],
    ['http/timeout', undefined, "The network didn't answer"],
    ['rpc/unavailable', undefined, "The network's server is behind"],
    ['rpc/not-kept', undefined, "The network's server can't do this"],
    ['rpc/method-unsupported', undefined, "The network's server can't do this"],
    ['http/status', 500, "The network's server failed"],
    ['rpc/internal', undefined, "The network's server failed"],
    ['http/invalid-body', undefined, "The network's server failed"],
  ])('describe the error %s (HTTP status: %s) as: %s', (code, status, title) => {
    expect(titleOf(errorOf(code, node, status))).toBe(title)
  })

  it('say that an unreachable server may refuse web pages', () => {
    expect(errorWords(english, errorOf('rpc/unreachable', node)).advice).toContain(
      'could not be reached, or refuses web pages',
    )
  })

  it.each<[Code, number | undefined, string]>([
    ['http/status', 429, 'The service is busy'],
    ['http/status', 403, 'The service refuses this page'],
    ['http/unreachable', undefined, "The service can't be reached"],
    ['http/timeout', undefined, "The service didn't answer"],
    ['http/status', 404, 'The service failed'],
  ])('name the service in the error %s (HTTP status: %s)', (code, status, title) => {
    expect(titleOf(errorOf(code, service, status))).toBe(title)
  })

  it('describe the network error that made a task fail', () => {
    const cause = errorOf('rpc/limit-exceeded', node)
    for (const code of ['name/resolve-failed', 'data/balances-failed', 'swap/build-failed'] as const)
      expect(titleOf(latchkeyError(code, { cause }))).toBe('The network is busy')
  })

  it('ask to check the connection only if the device is offline', () => {
    const codes = ['rpc/unreachable', 'http/unreachable', 'http/timeout', 'rpc/limit-exceeded'] as const
    for (const language of languages)
      for (const code of codes)
        for (const values of [node, service]) {
          const offline = errorWords(language, errorOf(code, { ...values, reason: 'offline' }))
          const other = errorWords(language, errorOf(code, { ...values, reason: 'csp' }))
          expect(offline.title).toBe(
            language.say({ name: 'failed', strings: { 'offline.title': 'No connection' } }, 'offline.title'),
          )
          expect(other.title).not.toBe(offline.title)
          expect(other.advice).not.toBe(offline.advice)
        }
    expect(errorWords(english, errorOf('rpc/unreachable', { ...node, reason: 'offline' })).advice).toBe(
      'Check your connection, then try again.',
    )
  })

  it("never contain the text of a server's answer", async () => {
    const codes = [
      'rpc/limit-exceeded',
      'rpc/refused',
      'rpc/unknown',
      'rpc/internal',
      'rpc/invalid-input',
      'rpc/unreachable',
      'rpc/transaction-rejected',
      'http/status',
      'http/invalid-body',
    ] as const
    for (const language of languages)
      for (const code of codes) {
        const error = errorOf(code, node, 418)
        const { title, advice } = errorWords(language, error)
        const texts = [title, advice, await errorSentence(language, error)]
        expect(texts.join(), code).not.toMatch(/SERVERSAID|node\.example|HTTP/)
      }
  })

  it("aren't used for an error of the wallet", () => {
    const refused = latchkeyError('rpc/limit-exceeded', { values: { method: 'eth_sendTransaction' } })
    expect(titleOf(refused)).toBe("That didn't work")
    expect(titleOf(latchkeyError('wallet/unauthorized', { cause: errorOf('rpc/refused', node) }))).toBe(
      'Not allowed by the wallet',
    )
  })

  it('say that a name needs a gateway', () => {
    expect(errorWords(english, latchkeyError('name/needs-gateway'))).toMatchObject({
      title: 'This name needs a gateway',
      code: 'name/needs-gateway',
    })
  })
})
