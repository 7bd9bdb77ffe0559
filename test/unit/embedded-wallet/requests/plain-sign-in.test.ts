import { base58, hex } from '@scure/base'
import { describe, expect, it } from 'vitest'
import type { SignInFields } from '../../../../src/core/sign-in/sign-in-fields.ts'
import type { ApprovalRequest } from '../../../../src/embedded-wallet/requests/approval.ts'
import { isPlainSignIn } from '../../../../src/embedded-wallet/requests/plain-sign-in.ts'
import { formatSignInMessage } from '../../../../src/siwx/message.ts'

const origin = 'https://app.example'
const account = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const pubkey = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const fields = {
  domain: 'app.example',
  uri: 'https://app.example/login',
  version: '1',
  accountAddress: account,
  chainId: 'eip155:1',
  nonce: 'abcdefgh1',
  issuedAt: '2026-01-01T00:00:00Z',
} as const satisfies SignInFields

const requestOf = (
  call: ApprovalRequest['call'],
  caipNetworkId: string = 'eip155:1',
  page: string = origin,
): ApprovalRequest => ({
  ...{ origin: page, call, raw: '' },
  network: { caipNetworkId } as ApprovalRequest['network'],
})
const signing = (message: string, by = account) =>
  requestOf({ method: 'personal_sign', params: [message, by] })
const asHex = (text: string) => `0x${hex.encode(new TextEncoder().encode(text))}`

describe('a sign-in that may be approved in the frame', () => {
  it('is a plain sign-in to the page itself', () => {
    const message = formatSignInMessage({ ...fields, statement: 'Welcome back.' })
    expect(isPlainSignIn(signing(message))).toBe(true)
    expect(isPlainSignIn(signing(asHex(message), account.toLowerCase()))).toBe(true)
    expect(isPlainSignIn(signing(formatSignInMessage({ ...fields, scheme: 'https' })))).toBe(true)
    const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    const text = formatSignInMessage({ ...fields, accountAddress: pubkey, chainId: solana })
    const params = { message: base58.encode(new TextEncoder().encode(text)), pubkey }
    expect(isPlainSignIn(requestOf({ method: 'solana_signMessage', params }, solana))).toBe(true)
  })

  it.each([
    ['for another domain', { domain: 'bank.example' }],
    ['for another port', { domain: 'app.example:8443' }],
    ['with a URI of another origin', { uri: 'https://bank.example/login' }],
    ['with a URI without TLS', { uri: 'http://app.example/login' }],
    ['with a URI that has no origin', { uri: 'urn:app' }],
    ['with the scheme http', { scheme: 'http' }],
    ['with a resource', { resources: ['https://app.example/terms'] }],
    ['that grants rights (ERC-5573)', { resources: ['urn:recap:eyJhdHQiOnt9fQ'] }],
    ['with an empty list of resources', { resources: [] }],
    ['on another network', { chainId: 'eip155:10' }],
    ['for another account', { accountAddress: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf' }],
  ])('is not a sign-in message %s', (_, change) => {
    expect(isPlainSignIn(signing(formatSignInMessage({ ...fields, ...change } as never)))).toBe(false)
  })

  it.each([
    ['a sign-in with a line break at its end', (text: string) => `${text}\n`],
    ['a sign-in after a byte order mark', (text: string) => `\uFEFF${text}`],
    ['a sign-in with a hidden character', (text: string) => text.replace('Welcome', 'Wel\u200bcome')],
    ['a text without a sign-in', () => 'Good morning'],
    ['an empty text', () => ''],
    ['bytes that are not text', () => '0xff'],
    // A legacy transaction (EIP-155's example).
    [
      'a transaction',
      () => '0xec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080',
    ],
  ])('is not %s', (_, change) => {
    const message = change(formatSignInMessage({ ...fields, statement: 'Welcome back.' }))
    expect(isPlainSignIn(signing(message))).toBe(false)
  })

  it.each(['eth_signTypedData_v4', 'eth_sendTransaction', 'wallet_sendCalls', 'solana_signTransaction'])(
    "can't be a request of the method %s",
    (method) => {
      const message = formatSignInMessage(fields)
      expect(isPlainSignIn(requestOf({ method, params: [message, account] }))).toBe(false)
      expect(isPlainSignIn(requestOf({ method, params: { message, pubkey } }))).toBe(false)
    },
  )

  it("can't be a request without parameters", () => {
    for (const params of [undefined, null, [], {}, [null, account]])
      for (const method of ['personal_sign', 'solana_signMessage'])
        expect(isPlainSignIn(requestOf({ method, params }))).toBe(false)
  })
})
