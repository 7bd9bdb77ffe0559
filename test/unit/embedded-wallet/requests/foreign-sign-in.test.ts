import { describe, expect, it } from 'vitest'
import { foreignSignIn } from '../../../../src/embedded-wallet/requests/foreign-sign-in.ts'

const message = (domain: string) => `${domain} wants you to sign in with your Ethereum account:\n0x1\n\n`

describe('an EIP-4361 sign-in that a page requests', () => {
  it.each([
    ['app.example', 'https://app.example'],
    ['https://app.example', 'https://app.example'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ])('for %s gets no warning on the page at %s', (domain, origin) => {
    expect(foreignSignIn(message(domain), origin)).toBeUndefined()
  })

  it.each([
    ['bank.example', 'https://evil.example'],
    ['app.example', 'https://app.example:444'],
    ['http://app.example', 'https://app.example'],
    ['evil.app.example', 'https://app.example'],
    ['app.example@bank.example', 'https://app.example'],
  ])('for %s gets a warning on the page at %s', (domain, origin) => {
    expect(foreignSignIn(message(domain), origin)).toContain(new URL(origin).host)
  })

  it('is not detected in a text that is not a sign-in', () => {
    expect(foreignSignIn('Hello', 'https://app.example')).toBeUndefined()
    expect(foreignSignIn('', 'https://app.example')).toBeUndefined()
  })
})
