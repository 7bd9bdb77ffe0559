import { type ExpectedSignIn, formatSignInMessage, type SignInFields, verifySignIn } from 'latchkey/siwx'
import { describe, expect, it } from 'vitest'
import { verifyBip122 } from '../../../../src/siwx/verify/bip122.ts'
import { isSignedEd25519 } from '../../../../src/siwx/verify/ed25519.ts'
import { verifyPolkadot } from '../../../../src/siwx/verify/polkadot.ts'
import { errors, full, proofsOfFunds, simple } from '../../../support/bip322-vectors.ts'
import {
  contractSignatures,
  verificationNegative,
  verificationPositive,
} from '../../../support/eip4361-vectors.ts'

const nodes = { call: undefined, signal: undefined }
const bitcoin = (address: string, text: string, signature: string) =>
  verifyBip122(
    {
      address,
      text,
      signature,
      scheme: undefined,
      publicKey: undefined,
      chainId: 'bip122:000000000019d6689c085ae165831e93',
    },
    nodes,
  )

describe('the vectors of EIP-4361', () => {
  /** Answers calls like an Ethereum node on which no account is a contract. */
  const rpc = async (_: string, method: string) => (method === 'eth_chainId' ? '0x1' : '0x')
  async function verify(vector: (typeof verificationPositive)[string], more: Partial<ExpectedSignIn> = {}) {
    const { address, chainId, signature, time, domainBinding, matchNonce, ...rest } = vector
    const fields = { ...rest, accountAddress: address, chainId: `eip155:${chainId}` } as SignInFields
    const text = await Promise.resolve()
      .then(() => formatSignInMessage(fields))
      .catch((error) => error.code)
    const expected = {
      domain: String(domainBinding ?? fields.domain),
      nonce: String(matchNonce ?? fields.nonce),
      uri: fields.uri,
      // The library that the vectors come from ignores the current time.
      now: new Date(String(time ?? '2026-01-01T00:00:00Z')),
      ...more,
    }
    return verifySignIn({ message: text, signature: String(signature) }, expected, { rpc }).then(
      () => 'verified',
      (error) => error.code,
    )
  }

  it('are accepted if their issue time is not in the future', async () => {
    const found = await Promise.all(
      Object.entries(verificationPositive).map(async ([name, vector]) => [name, await verify(vector)]),
    )
    expect(Object.fromEntries(found)).toEqual({
      'example message': 'verified',
      'not yet valid': 'verified',
      // The message was issued in 2022 and is verified in 2020. The vectors' library doesn't check the issue time.
      'expired message': 'siwx/issued-in-future',
      'recovery byte starting at 0': 'verified',
    })
    const early = verificationPositive['expired message']!
    const never = { clockTolerance: Number.MAX_SAFE_INTEGER }
    expect(await verify(early, never)).toBe('verified')
  })

  it('are refused with the expected errors', async () => {
    const found = await Promise.all(
      Object.entries(verificationNegative).map(async ([name, vector]) => [name, await verify(vector)]),
    )
    expect(Object.fromEntries(found)).toEqual({
      'expired message': 'siwx/expired',
      'domain binding': 'siwx/wrong-domain',
      'custom time': 'siwx/expired',
      'custom nonce': 'siwx/wrong-nonce',
      'malformed signature': 'siwx/invalid-signature',
      'wrong signature': 'siwx/invalid-signature',
      'not yet valid': 'siwx/not-yet-valid',
      'invalid issuedAt': 'siwx/invalid-message',
      'invalid notBefore': 'siwx/invalid-message',
      'invalid expirationTime': 'siwx/invalid-message',
    })
  })

  it.each(Object.entries(contractSignatures))(
    'signed by a contract of %s need a node that confirms the signature',
    async (_, { message, signature }) => {
      const expected = {
        domain: 'localhost:4361',
        nonce: /Nonce: (.*)/.exec(message)?.[1] ?? '',
        now: new Date('2022-04-19T19:00:00Z'),
      }
      await expect(verifySignIn({ message, signature }, expected)).rejects.toMatchObject({
        code: 'siwx/unverifiable',
      })
      await expect(verifySignIn({ message, signature }, expected, { rpc })).rejects.toMatchObject({
        code: 'siwx/invalid-signature',
      })
    },
  )
})

describe('the vectors of BIP-322', () => {
  /**
   * Returns whether an address of this type can sign in. A script with several keys or with a condition
   * doesn't belong to a single account.
   */
  const isJudged = (type: string) => ['p2pkh', 'p2wpkh', 'p2tr', 'p2sh-p2wpkh'].includes(type)
  const rows = (list: typeof simple) =>
    list.flatMap(({ type, message, address, signatures }) =>
      signatures.map((signature) => ({ type, message, address, signature })),
    )

  it('are complete', () => {
    expect(rows(simple).filter(({ type }) => isJudged(type))).toHaveLength(7)
    expect(rows(full).filter(({ type }) => isJudged(type))).toHaveLength(4)
    expect(errors).toHaveLength(36)
  })

  it.each(rows([...simple, ...full]))(
    'give the expected result for $type and the message $message',
    ({ type, message, address, signature }) => {
      expect(bitcoin(address, message, signature)).toBe(isJudged(type))
      expect(bitcoin(address, `${message}.`, signature)).toBe(false)
      if (isJudged(type)) expect(bitcoin(address, message, signature.replace(/^(smp|ful)/, ''))).toBe(true)
      if (/^(smp|ful)/.test(signature)) {
        const other = signature.startsWith('smp') ? 'ful' : 'smp'
        expect(bitcoin(address, message, other + signature.slice(3))).toBe(false)
      }
    },
  )

  it.each(errors)('are refused because of their error: $description', ({ message, address, signature }) => {
    expect(bitcoin(address, message, signature)).toBe(false)
  })

  it.each(rows(proofsOfFunds))(
    'are refused if they prove funds: $message',
    ({ message, address, signature }) => {
      for (const one of [signature, signature.slice(3), `ful${signature.slice(3)}`])
        expect(bitcoin(address, message, one)).toBe(false)
    },
  )

  it.each(rows(full).filter(({ type }) => isJudged(type)))(
    'of $type in the full format become invalid if any byte changes',
    ({ message, address, signature }) => {
      const bytes = Buffer.from(signature.slice(3), 'base64')
      for (let at = 0; at < bytes.length; at++) {
        const changed = Buffer.from(bytes)
        changed[at]! ^= 1 << (at % 8)
        expect(bitcoin(address, message, `ful${changed.toString('base64')}`), `byte ${at}`).toBe(false)
        expect(bitcoin(address, message, `ful${bytes.subarray(0, at).toString('base64')}`)).toBe(false)
      }
      expect(bitcoin(address, message, `ful${Buffer.concat([bytes, Buffer.of(0)]).toString('base64')}`)).toBe(
        false,
      )
    },
  )
})

describe('ed25519 verification', () => {
  const judge = (message: string, key: string, signature: string) =>
    isSignedEd25519(Buffer.from(message, 'hex'), Buffer.from(signature, 'hex'), Buffer.from(key, 'hex'))

  // RFC 8032, section 7.1: the first three tests.
  it.each([
    [
      '',
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    ],
    [
      '72',
      '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    ],
    [
      'af82',
      'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
    ],
  ])('follows RFC 8032 for the message "%s"', (message, key, signature) => {
    expect(judge(message, key, signature)).toBe(true)
    expect(judge(`${message}00`, key, signature)).toBe(false)
  })

  // novifinancial/ed25519-speccheck, cases.json, at 336651b: "Taming the many EdDSAs".
  it.each([
    [
      'key and nonce point of small order',
      false,
      '8c93255d71dcab10e8f379c26200f3c7bd5f09d9bc3068d3ef4edeb4853022b6',
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a0000000000000000000000000000000000000000000000000000000000000000',
    ],
    [
      'key of small order',
      false,
      '9bd9f44f4dcc75bd531b56b2cd280b0bb38fc1cd6d1230e14861d861de092e79',
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
      'f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43a5bb704786be79fc476f91d3f3f89b03984d8068dcf1bb7dfc6637b45450ac04',
    ],
    [
      'nonce point of small order',
      false,
      'aebf3f2601a0c8c5d39cc7d8911642f740b78168218da8471772b35f9d35b9ab',
      'f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43',
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa8c4bd45aecaca5b24fb97bc10ac27ac8751a7dfe1baff8b953ec9f5833ca260e',
    ],
    [
      'points of mixed order, which all verifiers accept',
      true,
      '9bd9f44f4dcc75bd531b56b2cd280b0bb38fc1cd6d1230e14861d861de092e79',
      'cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d',
      '9046a64750444938de19f227bb80485e92b83fdb4b6506c160484c016cc1852f87909e14428a7a1d62e9f22f3d3ad7802db02eb2e688b6c52fcd6648a98bd009',
    ],
    [
      'valid only with the cofactor, as in RFC 8032',
      true,
      'e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec4011eaccd55b53f56c',
      'cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d',
      '160a1cb0dc9c0258cd0a7d23e94d8fa878bcb1925f2c64246b2dee1796bed5125ec6bc982a269b723e0668e540911a9a6a58921d6925e434ab10aa7940551a09',
    ],
    [
      'valid with the cofactor before the hash is reduced',
      true,
      'e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec4011eaccd55b53f56c',
      'cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d',
      '21122a84e0b5fca4052f5b1235c80a537878b38f3142356b2c2384ebad4668b7e40bc836dac0f71076f9abe3a53f9c03c1ceeeddb658d0030494ace586687405',
    ],
    [
      's above the order',
      false,
      '85e241a07d148b41e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec40',
      '442aad9f089ad9e14647b1ef9099a1ff4798d78589e66f28eca69c11f582a623',
      'e96f66be976d82e60150baecff9906684aebb1ef181f67a7189ac78ea23b6c0e547f7690a0e2ddcd04d87dbc3490dc19b3b3052f7ff0538cb68afb369ba3a514',
    ],
    [
      's far above the order',
      false,
      '85e241a07d148b41e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec40',
      '442aad9f089ad9e14647b1ef9099a1ff4798d78589e66f28eca69c11f582a623',
      '8ce5b96c8f26d0ab6c47958c9e68b937104cd36e13c33566acd2fe8d38aa19427e71f98a473474f2f13f06f97c20d58cc3f54b8bd0d272f42b695dd7e89a8c22',
    ],
    [
      'nonce point in a non-canonical encoding',
      false,
      'fdaebc429f4a735932a160da1301080c13280eea8bc280d1b392c6b9e6ba3a5a',
      'f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43',
      'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f454d370c8d9fc323a41450f8d513eafeb5b0697390c1e505a0d4ddc71f566607',
    ],
    [
      'nonce point in a non-canonical encoding, hashed in its canonical encoding',
      false,
      '84b698d39be126ff55fe45079e6c8bf64a0d7db6994560b4e96b7021eb39c1a1',
      'f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43',
      'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f084d5b99c2a9463d9c8bd5026916996984eeec87ddf1d3be329006ace1b37b09',
    ],
  ] as const)('judges this case as expected: %s (accepted: %s)', (_, isGood, message, key, signature) => {
    expect(judge(message, key, signature)).toBe(isGood)
  })
})

// polkadot-js/common, packages/util-crypto/src/signature/verify.spec.ts, at 00f6817. The addresses have the prefix 2.
describe('the vectors of polkadot.js', () => {
  const ed = 'DxN4uvzwPzJLtn17yew6jEffPhXQfdKHTp2brufb98vGbPN'
  const sr = 'EK1bFgKm2FsghcttHT7TB7rNyXApFgs9fCbijMGQNyFGBQm'
  const wrapped = 'J9nD3s7zssCX7bion1xctAF6xcVexcpy2uwy4jTm9JL8yuK'
  const ec = 'XyFVXiGaHxoBhXZkSh6NS2rjFyVaVNUo5UiZDqZbuSfUdji'
  const ofEd =
    '299d3bf4c8bb51af732f8067b3a3015c0862a5ff34721749d8ed6577ea2708365d1c5f76bd519009971e41156f12c70abc2533837ceb3bad9a05a99ab923de06'
  const ofSr =
    'ca01419b5a17219f7b78335658cab3b126db523a5df7be4bfc2bef76c2eb3b1dcf4ca86eb877d0a6cf6df12db5995c51d13b00e005d053b892bd09c594434288'
  const ofWrapped =
    '84b6afb1c8e54bbcb3f4872baf172580e21310e9387a53742627d6652d121447fa406b82805ed3184fb7bd519175cc9f99f283f97954d95cf966ee164df85489'
  const ofEc =
    '994638ee586d2c5dbd9bacacbc35d9b7e9018de8f7892f00c900db63bc57b1283e2ee7bc51a9b1c1dae121ac4f4b9e2a41cd1d6bf4bb3e24d7fed6faf6d85e0501'
  const verify = (address: string, digits: string, scheme?: string, text = 'hello world') =>
    verifyPolkadot(
      { address, text, signature: `0x${digits}`, scheme, publicKey: undefined, chainId: 'polkadot:x' },
      nodes,
    )

  it.each([
    ['ed25519', ed, ofEd, '00'],
    ['sr25519', sr, ofSr, '01'],
    ['sr25519', wrapped, ofWrapped, '01'],
    ['ecdsa', ec, ofEc, '02'],
  ])('are verified with the scheme %s and the address %s', (scheme, address, signature, mark) => {
    for (const named of [undefined, scheme]) {
      expect(verify(address, signature, named)).toBe(true)
      expect(verify(address, mark + signature, named)).toBe(true)
    }
    expect(verify(address, signature, undefined, 'hello worle')).toBe(false)
    for (const other of ['00', '01', '02', '03', 'ff'].filter((one) => one !== mark))
      expect(verify(address, other + signature)).toBe(false)
    for (const other of ['ed25519', 'sr25519', 'ecdsa', 'ethereum'].filter((one) => one !== scheme))
      expect(verify(address, signature, other)).toBe(false)
    for (const other of [ed, sr, wrapped, ec].filter((one) => one !== address))
      expect(verify(other, signature)).toBe(false)
  })
})
