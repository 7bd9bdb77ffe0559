import { secp256k1 } from '@noble/curves/secp256k1'
import { Verifier } from 'bip322-js'
import { payments } from 'bitcoinjs-lib'
import { describe, expect, it } from 'vitest'
import { parseAddress } from '../../../../src/adapters/bip122/address.ts'
import { messageHash, toSign, toSpend, verifyBip322 } from '../../../../src/adapters/bip122/chain/bip322.ts'
import { checkedSignature, defaultScheme } from '../../../../src/adapters/bip122/message-signature.ts'

// Copied by hand from github.com/bitcoin/bips, bip-0322/basic-test-vectors.json and
// generated-test-vectors.json.
const segwit = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
const taproot = 'bc1pss0zhytly75awhm6x2hhvd5lnzv3vssgrf9axfheq8ldyzn88ges79fler'
const multisig = 'bc1qp0ahvfh83088w49k405szqgg4f3pptr7p2g06tdxfjcd40z4lh4q95lsz9'
const emptySigned =
  'smpAkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI='
const generatedSegwit =
  'AkcwRAIgCYHF/vn67iZX5WBimh84kqD6pTME6eNCMGhfFnnwCNECIAF3nMCk/RfLit+uv8a8FgfQIw0f0ASE21GSz7rX17PsASEDTA2vM8bOtUFgvenSDUmvkq7aWNwoTB0CMiM6carHY1s='
const generatedTaproot =
  'AUBay6NwR4LEYedkTG+vE9F7C0RTOCB5NH6ZAqf+3hudjHIkOzSZk1jW/5Kt0wRKX3llJ25os+0qktdou4/Y8516'
const generatedPair =
  'BABIMEUCIQCLKarc4DfTq5bmqPVjRZ/qBvRPy886P2dM1tDK/92WIgIgN7y495rkp5FPcpjohhl8Knmo9rf63tPLGIVo8PKE81ABSDBFAiEAz2U1cppenj2Kbg8DkS3wXMmAN4jvZvsP/PdcCI1akogCIFlrCbW2+GbMRkvObV2utVdHYBxIJhM6DJlv1NIwViXBAUdSIQJx+IVtFfezY//G7PB/9/Z2fWatDxm5+M0195sX3Y1qoyECvDKp35BSlVD2TFqMPy7MlXJrqGl3nkQAgo51DfiRIqlSrg=='
const generatedTriple =
  'BQBHMEQCIFT0+Kbu1NAAJvWikhuw20MSB3LHCbMHgcNlMI2y38CnAiBKzu+vWiUofSZ6z7efpiAg9NhnAFgzrLJ7NVw4yY9I0gFHMEQCIFB1YEnj+Rvy18vUU7CADhSgoC9DyTqKH35q+uND4ZXEAiA9ISDpX9EA5gUvkTPBVQpEO+6pET87I4XhckdBmbZWwAFHMEQCIC8vcyfV3kOLDUI+ZaqFnS7psT11aFt+CW+jU2We7VYXAiA3zPurejZx5jSrUE/q9FI+B/idy8zRHAFmxo511LMjqwFpUyECZL28ba/0fLUUb9CUm2BWh/pDPpQa/ivbd4vKZWqBiSohAx3wAIvD9FNoBhSIQcli5257Nf7ePVqSFOQDze7XlHJVIQIYUTRV97qnh0yX/U36NKWtXEqbdW0jmlMmBDyeRbC87lOu'
const tripleSigned =
  'smpBQBHMEQCIFX9aaqPJWq2Ff2kpen5bFDTid+ehgUOpHV0LfjncXy4AiA3GNicF7aKPzdpa9PCpmaYQs3pHd+qbvvhXdxOCKCAMAFIMEUCIQD/ELXg6CNYyUQijCg96JtgvgjZb9dsl1Ctof4QAeyTcQIgVM/1AAblFl/DCt6A1gJg+T/i2qU5SQD09+chFJzolRwBSDBFAiEAlqRfSFyWNVQhvaCnmeV5tyneiCWMTcFbuujoD/pFa3wCIGnZjfQb8NolSYq9asV+ZeBSkCGHJcqnaV4JYS5MYPEGAWlTIQJ1aLEfEi/4p7wcV+XHZCBVvGGJZ7L3v+jhH+mZA8lN0yECCovfec+kIdllXpKCgA8RX/HZ2x5yHOtCSKP8/sf6pnwhAwxSng6kCgCXXSAmJOOZFdr3vdK3HzGqCFloOHgc5fM6U64='
const pair = 'bc1qa8xp82hejuydq8d9yc44s662ras5ncr98gxz3n53s6vklwgrczrqc4fqtn'
const triple = 'bc1qel33n4j8luylanep3rhfdkkwsvz2pjvjvle4ttt4v8v74ur74fuqjrp0uw'

describe('the hashes of BIP-322', () => {
  it.each([
    [
      '',
      'c90c269c4f8fcbe6880f72a721ddfbf1914268a794cbb21cfafee13770ae19f1',
      'c5680aa69bb8d860bf82d4e9cd3504b55dde018de765a91bb566283c545a99a7',
      '1e9654e951a5ba44c8604c4de6c67fd78a27e81dcadcfe1edf638ba3aaebaed6',
    ],
    [
      'Hello World',
      'f0eb03b1a75ac6d9847f55c624a99169b5dccba2a31f5b23bea77ba270de0a7a',
      'b79d196740ad5217771c1098fc4a4b51e0535c32236c71f1ea4d61a2d603352b',
      '88737ae86f2077145f93cc4b153ae9a1cb8d56afa511988c149c5c8c9d93bddf',
    ],
    [
      'UTF-8 support: öäüéàè 测试文本 \uD83D\uDE04',
      '43936b237ea38c7794eb5d755e0d220b6db92ebfc5c8f482759d22b1286376d7',
      'c8f4f525fe8afb1bc09b44175bd2096f079c98425e8a1be676b712add1fb62f0',
      '8f488e06b89eafd019ec528109eafaf7f1d1811fd617aa1eeb9658f1c1be6586',
    ],
  ])('match the test vector of %j', (message, hash, spend, sign) => {
    const { script } = parseAddress(segwit)!
    expect(Buffer.from(messageHash(message)).toString('hex')).toBe(hash)
    expect(toSpend(script, message).getId()).toBe(spend)
    expect(toSign(script, message).getId()).toBe(sign)
  })
})

describe('a simple signature of BIP-322', () => {
  it.each([
    ['P2WPKH, with prefix', segwit, '', emptySigned],
    ['P2WPKH, without prefix', segwit, '', emptySigned.slice(3)],
    [
      'P2WPKH, another signature',
      segwit,
      '',
      'smpAkgwRQIhAPkJ1Q4oYS0htvyuSFHLxRQpFAY56b70UvE7Dxazen0ZAiAtZfFz1S6T6I23MWI2lK/pcNTWncuyL8UL+oMdydVgzAEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
    ],
    [
      'P2WPKH, a text',
      segwit,
      'Hello World',
      'smpAkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    ],
    [
      'P2WPKH, a text, another signature',
      segwit,
      'Hello World',
      'smpAkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
    ],
    [
      'P2WSH, three of three',
      multisig,
      'This will be a p2wsh 3-of-3 multisig BIP 322 signed message',
      tripleSigned,
    ],
    [
      'P2TR, without prefix',
      taproot,
      'No prefix fallback',
      'AUCJYOwOjxYAvatTAGYaVlNXBVyFuc4MwNQkOuK2tl8xhfKDONd0NjfYyNSYcRqeCp8hsAnCEPHAVEkO9h6vbQ/R',
    ],
    [
      'generated P2WPKH',
      'bc1qkntwc3c4dzxh9xh6875l03fn3vkk023jgak3u7',
      'ESHJI7MWUL64AXHBI42L3UR4QA',
      generatedSegwit,
    ],
    [
      'generated P2TR',
      'bc1p9cyuceaazr8cz46mvgkzl94wy397mwpqsrk84su37t72jvkg6wzqv52nfp',
      'TPIZPITUIHEUHO5ACOL6W6MBVD',
      generatedTaproot,
    ],
    ['generated P2WSH, two of two', pair, 'GDU6AXT64O5ZS4AHHXK5JETYRM', generatedPair],
    ['generated P2WSH, three of three', triple, 'BSAWAJZ2EQJD2TYPE7XJM4C7UT', generatedTriple],
  ])('is valid in the test vector %s', (_, address, message, signature) => {
    expect(verifyBip322(address, message, signature)).toBe(true)
  })

  it.each([
    ['invalid base64 encoding', segwit, '', 'not-valid-base64!!!'],
    ['an empty signature', segwit, '', ''],
    ['a wrong message', segwit, 'Wrong message that was not signed', emptySigned],
    ['a wrong address', multisig, '', emptySigned],
    ['an empty witness stack', segwit, '', 'smpAA=='],
    ['a wrong message (three of three)', multisig, 'This is not the message that was signed', tripleSigned],
    ['an invalid signature prefix', segwit, '', 'fooAA=='],
    [
      'an incorrect prefix type',
      'bc1pyrgrm6cu6n54jrvkdjd9rvyd3xfyu84s2623awu2srn6mxhscwpsm5644w',
      'incorrect prefix',
      'fulAUDZwFXUp+adN+/UZj5dVrGAbB3zKs1Vcalz5fCF9srxS63eSWNGvH1NYbrBkPt1BJDUyWUz9zgUxfc63/QheT6M',
    ],
    [
      'a wrong message (generated P2WPKH)',
      'bc1qkntwc3c4dzxh9xh6875l03fn3vkk023jgak3u7',
      'OVKTTPEFKLUOTAOJSPCKIHCQZW',
      generatedSegwit,
    ],
    [
      'a wrong signer (generated P2WPKH)',
      'bc1qx3f9s3scavc92s3g2fhwzqzn7qucd37ez03jpf',
      'ESHJI7MWUL64AXHBI42L3UR4QA',
      generatedSegwit,
    ],
    [
      'a wrong message (generated P2TR)',
      'bc1p9cyuceaazr8cz46mvgkzl94wy397mwpqsrk84su37t72jvkg6wzqv52nfp',
      'IHUVDIXOZV7EE7RU6CP7JUS57N',
      generatedTaproot,
    ],
    [
      'a wrong signer (generated P2TR)',
      'bc1pr72av8sh7qc2ssxs8w0hlj0cl82g2q2dvypngzgsrmd4plml84ksmfyv0q',
      'TPIZPITUIHEUHO5ACOL6W6MBVD',
      generatedTaproot,
    ],
    ['a wrong message (generated, two of two)', pair, 'RPZ3MU56TLYDP4J7XLACULFXEJ', generatedPair],
    [
      'a wrong signer (generated, two of two)',
      'bc1qcfden7aelf249fdvq7qjkdus5fehgfvnlx8u6fs8ll08jjejfw6qslr6nd',
      'GDU6AXT64O5ZS4AHHXK5JETYRM',
      generatedPair,
    ],
    ['a wrong message (generated, three of three)', triple, 'QT6D4KWLZBL3T5S6NOLAV765K2', generatedTriple],
    [
      'a wrong signer (generated, three of three)',
      'bc1qkz7vg09c9krg56dcfeg0pfy4643vwtccvtel7946whaz6r8y9gyqhvdgcp',
      'BSAWAJZ2EQJD2TYPE7XJM4C7UT',
      generatedTriple,
    ],
    ['no address', 'hello', '', emptySigned],
  ])('counts as invalid with %s', (_, address, message, signature) => {
    expect(verifyBip322(address, message, signature)).toBe(false)
  })
})

describe('a simple signature of BIP-322 by two of eight keys', () => {
  const keys = Array.from({ length: 8 }, (_, at) => new Uint8Array(32).fill(at + 1))
  const code = Uint8Array.from([
    0x52,
    ...keys.flatMap((key) => [33, ...secp256k1.getPublicKey(key, true)]),
    ...[0x58, 0xae],
  ])
  const address = payments.p2wsh({ redeem: { output: code } }).address!
  const signatures = keys.slice(2, 4).map((key) => {
    const hash = toSign(parseAddress(address)!.script, 'many keys').hashForWitnessV0(0, code, 0n, 1)
    return [...secp256k1.sign(hash, key, { lowS: true }).toDERRawBytes(), 1]
  })
  const parts = [4, 0, ...signatures.flatMap((one) => [one.length, ...one])]
  const text = (...bytes: readonly number[]) => Buffer.from(bytes).toString('base64')
  // A script of 275 bytes needs a length of three bytes: 0xfd, then the length with the low byte first.
  const signature = text(...parts, 0xfd, 0x13, 0x01, ...code)

  it('is valid, and is accepted from a wallet', () => {
    expect(code).toHaveLength(0x113)
    expect(verifyBip322(address, 'many keys', signature)).toBe(true)
    expect(verifyBip322(address, 'other text', signature)).toBe(false)
    expect(checkedSignature(signature, parseAddress(address)!, ['bip322'], 'signMessage').scheme).toBe(
      'bip322',
    )
  })

  it.each([
    ['bytes after the witness', text(...parts, 0xfd, 0x13, 0x01, ...code, 0)],
    ['a missing byte', text(...parts, 0xfd, 0x13, 0x01, ...code.subarray(0, -1))],
    ['a length of five bytes', text(...parts, 0xfe, 0x13, 0x01, 0, 0, ...code)],
    ['a number of items of three bytes', text(0xfd, 4, 0, ...parts.slice(1), 0xfd, 0x13, 0x01, ...code)],
    ['a length that is cut', text(...parts, 0xfd, 0x13)],
  ])('is invalid with %s', (_, changed) => {
    expect(verifyBip322(address, 'many keys', changed)).toBe(false)
    expect(() => checkedSignature(changed, parseAddress(address)!, ['bip322'], 'signMessage')).toThrow(
      expect.objectContaining({ code: 'wallet/invalid-answer' }),
    )
  })
})

describe('a simple signature of BIP-322 by a P2WPKH account inside P2SH', () => {
  const key = new Uint8Array(32).fill(1)
  const pubkey = secp256k1.getPublicKey(key, true)
  const redeem = payments.p2wpkh({ pubkey })
  const address = payments.p2sh({ redeem }).address!
  const code = payments.p2pkh({ pubkey }).output!
  const hash = toSign(parseAddress(address)!.script, 'nested').hashForWitnessV0(0, code, 0n, 1)
  const signed = [...secp256k1.sign(hash, key, { lowS: true }).toDERRawBytes(), 1]
  const text = (items: readonly (readonly number[])[]) =>
    Buffer.from([items.length, ...items.flatMap((one) => [one.length, ...one])]).toString('base64')
  const signature = text([signed, [...pubkey]])

  it('is valid, and is accepted from a wallet', () => {
    expect(verifyBip322(address, 'nested', signature)).toBe(true)
    expect(Verifier.verifySignature(address, 'nested', signature)).toBe(true)
    expect(checkedSignature(signature, parseAddress(address)!, ['bip322'], 'signMessage').scheme).toBe(
      'bip322',
    )
  })

  it('is invalid for another message, address or key, or with another number of items', () => {
    const other = [...secp256k1.getPublicKey(new Uint8Array(32).fill(2), true)]
    expect(verifyBip322(address, 'other text', signature)).toBe(false)
    expect(verifyBip322('37HVPoc7ZsU5C9Z2VKcCkSLzEknYXCzm3s', 'nested', signature)).toBe(false)
    for (const items of [
      [signed, other],
      [signed],
      [signed, [...pubkey], [1]],
      [signed, [...pubkey.subarray(1)]],
    ])
      expect(verifyBip322(address, 'nested', text(items))).toBe(false)
  })
})

describe('a full signature of BIP-322', () => {
  // From generated-test-vectors.json: signatures that contain a whole transaction, which this parser does not
  // support.
  it.each([
    [
      'p2pkh',
      '164P4mbDkPcyvRnFGAZd1ThjxSj7Fbsywz',
      'GI2SVNWVCWTEEIMFZFFZYAQNSA',
      '745NRH7L6UQCEPPXTQOGU56EDU',
      'AgAAAAGEmHuloQANVIqnpMegGLNFKwAGE0Urv0a/uMiHnJ+FQwAAAABrSDBFAiEAr8VdqPCZU/oVqKKj2WwHfeCX/lzp+Rfk8d59cS9xdGECIAar0nievDdeVstmIgjfM7kzMepL6HrecBuJtgEitFxBASECzgU8WF30ffzpbdClcw/0NBkTCkuRbiEzr+CTXePjiPfgBwAAAQAAAAAAAAAAAWrgBwAA',
    ],
    [
      'p2wpkh',
      'bc1qkwzsslep5elkuat4608v7tpntpr3d9n7w5cwwq',
      'YGIAANMREUXLFRI4HIEOCE4T23',
      'VSNPXEH7QRARGTKFSEHRDRNMJ3',
      'AgAAAAABAaVatLF3wpACTG5XowFYPJPv65lgTlZypjUV9d1DNduCAAAAAADgBwAAAQAAAAAAAAAAAWoCRzBEAiB+SJdR6bVLpv5+kK8pOXSUDS24rU53YkTQEvelQJ22uwIgEfqM8eYTupu4LtA0Tz7z1LIbhpP2PrUxWEt9osnrxFEBIQMasC7JaIHbbAUt1kU81yx7S4QHScnEDBs4GsdHDPMPSuAHAAA=',
    ],
    [
      'p2tr',
      'bc1psmjelwjtg7lz26jhd4kkf35v0xp3u7ffc6p4n4869s0hxkrrrtkqkpqvmg',
      'K276VUM3MXP56DGNVICQR5XWRT',
      'OGCYVFNJIZJRCOG565FNS3X5RH',
      'AgAAAAABAY+B3hhlrps+S2YaxSvL3HxZKdfT+8XCCtZ4KQc5N+AaAAAAAADgBwAAAQAAAAAAAAAAAWoBQEHQoT3HfPKw4WNiQySblfcRX2gnha/mrpFxUoYlkJxuQFXNN3sS+XbJsNAoXRlvQitk0tVEFpsUGRcCdZ7bWPHgBwAA',
    ],
    [
      'p2sh-p2wkh',
      '37HVPoc7ZsU5C9Z2VKcCkSLzEknYXCzm3s',
      'OQXDXSR5SN5N7WRXSPTI462HKH',
      'another',
      'AgAAAAABAbtjBsUTHnoyuNG4NGbx6cI1Z01QLlfGHJX/WIRCAU6/AAAAABcWABTGXFmsgRqCkic6D+eE4AKm1iyVhuAHAAABAAAAAAAAAAABagJHMEQCIBp/IMJTnnhI6YrHJwIQbfucoizq0esZ35QRxtpXuk7fAiAGx6kSd9BuPDY+R0sHTJU0ZFtScJI8ASojEHwrClKxDQEhAl3boe/68fHvtuYzRkaS3GOSxnUTJwejjrubm+czK+Yi4AcAAA==',
    ],
  ])(
    'of %s counts as an invalid simple signature and causes no error, for the right and for a wrong message',
    (...row) => {
      const [, address, message, wrong, signature] = row
      for (const prefix of ['', 'smp', 'ful'])
        for (const text of [message, wrong])
          expect(verifyBip322(address, text, prefix + signature)).toBe(false)
    },
  )
})

describe('a signature from a wallet', () => {
  const check = (answer: unknown, address: string, ...schemes: ('ecdsa' | 'bip322')[]) =>
    checkedSignature(answer, parseAddress(address)!, schemes, 'signMessage')
  const ecdsa = (header: number, length = 65) =>
    Buffer.from([header, ...Array.from({ length: length - 1 }, () => 7)]).toString('base64')
  const legacy = '1AGNa15ZQXAZUgFiqJ2i7Z2DPU2J6hW62i'

  it('is accepted if it has the requested scheme', () => {
    expect(check(emptySigned, segwit, 'bip322')).toEqual({
      signature: emptySigned,
      encoding: 'base64',
      scheme: 'bip322',
    })
    expect(check(generatedTaproot, taproot, 'bip322').scheme).toBe('bip322')
    for (const header of [27, 31, 35, 39, 42])
      expect(check(ecdsa(header), legacy, 'ecdsa').scheme).toBe('ecdsa')
  })

  it('is refused if its scheme or its key differs from the request', () => {
    const refused = expect.objectContaining({ code: 'wallet/invalid-answer' })
    for (const [answer, address, scheme] of [
      // An ECDSA signature as the answer to a BIP-322 request, and a BIP-322 signature as the answer to an
      // ECDSA request.
      [ecdsa(39), segwit, 'bip322'],
      [ecdsa(31), taproot, 'bip322'],
      [emptySigned, segwit, 'ecdsa'],
      [ecdsa(39, 64), segwit, 'ecdsa'],
      [ecdsa(39, 66), segwit, 'ecdsa'],
      [ecdsa(26), segwit, 'ecdsa'],
      [ecdsa(43), segwit, 'ecdsa'],
      [generatedSegwit, segwit, 'bip322'],
      [emptySigned, taproot, 'bip322'],
      [emptySigned, legacy, 'bip322'],
      ['AA==', segwit, 'bip322'],
      ['AQ==', segwit, 'bip322'],
      ['', segwit, 'bip322'],
      ['0x12', segwit, 'bip322'],
      [null, segwit, 'ecdsa'],
      [{}, segwit, 'ecdsa'],
    ] as const)
      expect(() => check(answer, address, scheme), `${answer} ${scheme}`).toThrow(refused)
  })

  it('is requested with the scheme that fits the address', () => {
    expect(
      [segwit, taproot, legacy, '37HVPoc7ZsU5C9Z2VKcCkSLzEknYXCzm3s'].map((one) =>
        defaultScheme(parseAddress(one)!),
      ),
    ).toEqual(['bip322', 'bip322', 'ecdsa', 'ecdsa'])
  })
})
