import { createHash } from 'node:crypto'
import { type ExpectedSignIn, formatSignInMessage, type SignInFields, verifySignIn } from 'latchkey/siwx'
import { describe, expect, it } from 'vitest'
import { signInSigners } from '../../support/sign-in-signers.ts'

const seed = createHash('sha256').update('a seed').digest()
const otherSeed = createHash('sha256').update('another seed').digest()
const now = new Date('2026-01-01T12:00:00Z')
const expected: ExpectedSignIn = { domain: 'service.org', nonce: 'abcdefgh12', now }
const fieldsOf = (one: { chainId: string; address: string }, more: Partial<SignInFields> = {}) =>
  ({
    domain: 'service.org',
    accountAddress: one.address,
    chainId: one.chainId,
    uri: 'https://service.org/login',
    version: '1',
    nonce: 'abcdefgh12',
    issuedAt: '2026-01-01T12:00:00.000Z',
    ...more,
  }) as SignInFields
/** Answers calls like a node on which no account is a contract. */
const rpc = async (chainId: string, method: string) =>
  method === 'eth_chainId' ? `0x${Number(chainId.slice(7)).toString(16)}` : '0x'

async function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'verified',
    (error) => String(error?.code ?? error),
  )
}

describe.each(Object.entries(signInSigners))('the test signer (%s)', (_, create) => {
  it('signs in', async () => {
    const signer = await create(seed)
    const message = formatSignInMessage(fieldsOf(signer, { statement: 'Hello.' }))
    const signed = { message, ...(await signer.sign(message)) }
    const options = { ...expected, chainId: signer.chainId, address: signer.address }
    const verified = await verifySignIn(signed, options, { rpc })
    expect(verified).toMatchObject({ accountAddress: signer.address, statement: 'Hello.' })
    expect(String(verified)).toBe(message)
    // The caller may omit the scheme.
    const { scheme: __, ...plain } = signed
    await verifySignIn(plain, options, { rpc })
  })

  it('signs in only with its own account, text and scheme', async () => {
    const [signer, other] = await Promise.all([create(seed), create(otherSeed)])
    const message = formatSignInMessage(fieldsOf(signer))
    const signed = await signer.sign(message)
    const refused = (proof: object) =>
      codeOf(verifySignIn({ message, ...signed, ...proof }, expected, { rpc }))
    expect(await refused({ message: formatSignInMessage(fieldsOf(other)) })).toBe('siwx/invalid-signature')
    const { signature, publicKey } = await other.sign(message)
    expect(await refused({ signature, publicKey })).toBe('siwx/invalid-signature')
    expect(await refused({ signature })).toBe('siwx/invalid-signature')
    expect(await refused({ message: formatSignInMessage(fieldsOf(signer, { statement: 'x' })) })).toBe(
      'siwx/invalid-signature',
    )
    for (const scheme of [
      'eip191',
      'eip712',
      'ed25519',
      'sr25519',
      'ecdsa',
      'bip322',
      'adr36',
      'x',
      1,
      null,
    ]) {
      const own = { eip155: ['eip191'], solana: ['ed25519'], cosmos: ['adr36'] }[
        signer.chainId.split(':')[0] ?? ''
      ]
      const isOwn = own?.includes(scheme as string)
      const verified = await refused({ scheme })
      if (own) expect(verified, String(scheme)).toBe(isOwn ? 'verified' : 'siwx/invalid-signature')
      else if (signed.scheme && scheme !== signed.scheme)
        expect(verified, String(scheme)).toBe('siwx/invalid-signature')
    }
  })

  it('gets the error siwx/invalid-signature for every invalid signature', async () => {
    const signer = await create(seed)
    const message = formatSignInMessage(fieldsOf(signer))
    const { signature, ...rest } = await signer.sign(message)
    const nonsense = [
      ...[
        '',
        '0x',
        '0',
        'x',
        '\n',
        'smp',
        'ful',
        'smp=',
        'pof',
        '0x0',
        '0xzz',
        '💥',
        '\0',
        ' ',
        '=',
        'A',
        'AA==',
        'AAAA',
        '1',
      ],
      ...[signature.slice(1), signature.slice(0, -1), ` ${signature}`, `${signature} `, `${signature}\n`],
      ...[signature + signature, `0x${signature}`, `smp${signature}${signature}`, signature.repeat(10_000)],
      ...['00', 'ff', '01', '30', '6492'].flatMap((byte) =>
        [1, 32, 33, 63, 64, 65, 66, 96, 1000].flatMap((count) => {
          const bytes = Buffer.from(byte.repeat(count), 'hex')
          return [
            `0x${byte.repeat(count)}`,
            bytes.toString('base64'),
            `smp${bytes.toString('base64')}`,
            `ful${bytes.toString('base64')}`,
            `${'1'.repeat(count)}`,
          ]
        }),
      ),
      ...[undefined, null, 1, {}, [], [signature], new Uint8Array(64)],
    ]
    for (const one of nonsense) {
      const found = await codeOf(
        verifySignIn({ message, ...rest, signature: one as string }, expected, { rpc }),
      )
      expect(found, String(one).slice(0, 200)).toBe('siwx/invalid-signature')
    }
    for (const publicKey of [
      '',
      '0x',
      'zz',
      '00'.repeat(33),
      `02${'ff'.repeat(32)}`,
      `04${'11'.repeat(64)}`,
      1,
      null,
    ]) {
      const found = await codeOf(
        verifySignIn({ message, ...rest, signature, publicKey: publicKey as string }, expected, { rpc }),
      )
      const isUsed = signer.chainId.startsWith('cosmos') || typeof publicKey !== 'string'
      expect(found, String(publicKey)).toBe(isUsed ? 'siwx/invalid-signature' : 'verified')
    }
  })
})
