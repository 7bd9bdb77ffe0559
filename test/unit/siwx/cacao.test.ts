import type { Cacao } from 'latchkey/siwx'
import { describe, expect, it } from 'vitest'
import { checkCacao } from '../../../src/siwx/cacao.ts'
import { parseSignInMessage } from '../../../src/siwx/message.ts'
import { cacaoTexts, issuer } from '../../support/cacao-vectors.ts'

const signature = `0x${'12'.repeat(65)}`
const capsule = (payload: object, more: Partial<Cacao> = {}): Cacao => ({
  h: { t: 'caip122' },
  p: { ...(payload as Cacao['p']), iss: issuer },
  s: { t: 'eip191', s: signature },
  ...more,
})
/** Returns the error code of the check, or undefined if the CACAO is valid. */
function fault(cacao: unknown, text: string, signed = signature): string | undefined {
  try {
    return checkCacao(cacao as Cacao, parseSignInMessage(text), signed) as undefined
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  }
}

describe('a CACAO', () => {
  it.each(Object.entries(cacaoTexts))(
    "is valid with the text that WalletConnect's library creates: %s",
    (_, { payload, text }) => {
      expect(fault(capsule(payload), text)).toBeUndefined()
      expect(
        fault(capsule(payload, { h: { t: 'eip4361' }, s: { t: 'eip1271', s: signature } }), text),
      ).toBeUndefined()
      // The CACAO is invalid with any other text.
      for (const [name, other] of Object.entries(cacaoTexts))
        if (other.text !== text)
          expect(fault(capsule(payload), other.text), name).toBe('siwx/invalid-message')
    },
  )

  it.each(['domain', 'aud', 'nonce', 'version', 'iat', 'exp', 'nbf', 'statement', 'requestId', 'resources'])(
    'must match its text in the field %s',
    (field) => {
      const { payload, text } = cacaoTexts['with all']
      const was = (payload as Record<string, unknown>)[field]
      const changes = [
        undefined,
        null,
        '',
        1,
        {},
        [],
        `${was}x`,
        was === '1' ? '2' : String(was).replace(/.$/, '9'),
      ]
      for (const change of changes)
        expect(fault(capsule({ ...payload, [field]: change }), text), String(change)).toBe(
          'siwx/invalid-message',
        )
    },
  )

  it('must grant exactly the permissions that its text names', () => {
    const { payload, text } = cacaoTexts['with a recap']
    const recap = (value: unknown) =>
      `urn:recap:${Buffer.from(JSON.stringify(value)).toString('base64').replace(/=/g, '')}`
    const more = recap({ att: { eip155: { 'request/eth_sign': [{}] } } })
    const lines = text.split('\n').slice(0, -1)
    for (const last of [
      more,
      'urn:recap:',
      'urn:recap:eyJ',
      'urn:recap:%20',
      recap(null),
      recap({}),
      recap({ att: null }),
      recap({ att: [1] }),
      recap({ att: { a: null } }),
    ]) {
      const resources = [payload.resources[0], last]
      expect(fault(capsule({ ...payload, resources }), [...lines, `- ${last}`].join('\n')), last).toBe(
        'siwx/invalid-message',
      )
    }
  })

  it('must belong to the account that signs in', () => {
    const { payload, text } = cacaoTexts.plain
    const of = (iss: unknown) => fault({ ...capsule(payload), p: { ...payload, iss } }, text)
    expect(of(issuer)).toBeUndefined()
    expect(of(issuer.replace(':1:', ':10:'))).toBe('siwx/wrong-chain')
    expect(of('did:pkh:eip155:1:0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2')).toBe('siwx/wrong-address')
    for (const iss of [
      undefined,
      null,
      '',
      1,
      'did:pkh:',
      issuer.slice('did:pkh:'.length),
      `did:key:${issuer.slice(8)}`,
      `${issuer}:x`,
    ])
      expect(of(iss), String(iss)).toMatch(/^siwx\/(invalid-message|wrong-chain)$/)
  })

  it('must have the right kind of signature and the right format', () => {
    const { payload, text } = cacaoTexts.plain
    for (const s of [
      { t: 'eip191', s: '0x' },
      { t: 'eip191' },
      { t: 'bip322', s: signature },
      { s: signature },
      null,
      undefined,
    ])
      expect(fault(capsule(payload, { s: s as never }), text)).toBe('siwx/invalid-signature')
    expect(fault(capsule(payload), text, `${signature}00`)).toBe('siwx/invalid-signature')
    for (const none of [
      null,
      1,
      'x',
      [],
      {},
      { h: { t: 'caip122' } },
      { p: payload },
      capsule(payload, { h: { t: 'jwt' } }),
      capsule(payload, { h: null as never }),
    ])
      expect(fault(none, text)).toBe('siwx/invalid-message')
  })
})
