import { hexToU8a, u8aToHex } from '@polkadot/util'
import { blake2AsHex, encodeAddress } from '@polkadot/util-crypto'
import { describe, expect, it } from 'vitest'
import { peopleNames } from '../../../../src/adapters/polkadot/chain/identities.ts'
import { identityKey } from '../../../../src/adapters/polkadot/chain/identity-keys.ts'
import {
  encodedUsername,
  judgedName,
  subAccounts,
  superIdentity,
  username,
  usernameOwner,
} from '../../../../src/adapters/polkadot/chain/identity-values.ts'
import { peopleChainOf } from '../../../../src/adapters/polkadot/people-chain.ts'
import {
  kusamaAssetHub,
  kusamaRelay,
  polkadotAssetHub,
  polkadotRelay,
} from '../../../../src/networks/index.ts'
import { type PeopleItem, peopleKey, peopleValue } from '../../../support/people-node.ts'
import { testRandom } from '../../../support/seed.ts'

/** Returns bytes that depend on `from`. */
const bytes = (length: number, from = 0) => Uint8Array.from({ length }, (_, at) => (from * 7 + at * 37) & 255)

/** An entry of Polkadot's storage: https://github.com/patractlabs/elara-kv-component, API.md. */
const recorded = {
  account: '0x5c3c4c795e554a782e59ef5043ca9772f32dfb1ad7de832878d662194193955e',
  identityOf:
    '0x2aeddc77fe58c98d50bd37f1b90840f9cd7f37317cd20b61e9bd46fab870471456c62bce26605ee05c3c4c795e554a782e59ef5043ca9772f32dfb1ad7de832878d662194193955e',
  superOf:
    '0x2aeddc77fe58c98d50bd37f1b90840f943a953ac082e08b6527ce262dbd4abf2e7731c5a045ae2174d185feff2d91e9a5c3c4c795e554a782e59ef5043ca9772f32dfb1ad7de832878d662194193955e',
  value: '0x3a875e45c13575f66eadb2d60608df9068a90e46ed33723098021e8cedd67d3a09f09f90ad20584949',
}

describe('the People chain', () => {
  // `stateRootHash` in the published chain specs (@substrate/connect-known-chains 1.10.3), as in `test/unit/networks.test.ts`.
  const emptyTrie = '03170a2e7597b7b7e3d84c05391d139a62b157e78786d8c082f29dcf4c111314'
  it.each([
    [polkadotAssetHub, '7a62a14ebf9b2e86292593414d58818324acc5701ea369734c0074f7c962bc0f', '.dot'],
    [polkadotRelay, '7a62a14ebf9b2e86292593414d58818324acc5701ea369734c0074f7c962bc0f', '.dot'],
    [kusamaAssetHub, 'd83cfbf48e85ab66eb53b647aff8cd75954af93b127467b31d07a21dd06cea38', undefined],
    [kusamaRelay, 'd83cfbf48e85ab66eb53b647aff8cd75954af93b127467b31d07a21dd06cea38', undefined],
  ] as const)('of $name has the id of its genesis block (CAIP-13)', (network, stateRoot, suffix) => {
    const genesis = blake2AsHex(hexToU8a(`0x${'00'.repeat(33)}${stateRoot}${emptyTrie}00`), 256)
    const found = peopleChainOf(network, { endpoints: () => ['https://people.example'] })
    expect(found).toMatchObject({ network: `polkadot:${genesis.slice(2, 34)}` })
    expect(found?.suffix).toBe(suffix)
  })
})

describe('the keys of the pallet Identity', () => {
  it('equal the keys of entries that were recorded from the network', () => {
    const account = hexToU8a(recorded.account)
    expect(identityKey('identityOf', account)).toBe(recorded.identityOf)
    expect(identityKey('superOf', account)).toBe(recorded.superOf)
  })

  it('equal the keys that polkadot.js computes', () => {
    const { bytes: anyBytes } = testRandom()
    for (let at = 0; at < 200; at++) {
      const account = anyBytes(32)
      const address = encodeAddress(account, 0)
      for (const item of ['IdentityOf', 'SuperOf', 'SubsOf', 'UsernameOf'] as const) {
        const own = `${item.charAt(0).toLowerCase()}${item.slice(1)}` as 'identityOf'
        expect(identityKey(own, account)).toBe(peopleKey(item, address))
      }
    }
    for (const name of ['a.dot', 'ada.dot', `${'z'.repeat(28)}.dot`])
      expect(identityKey('usernameInfoOf', encodedUsername(name))).toBe(peopleKey('UsernameInfoOf', name))
  })
})

describe('an entry of the pallet Identity', () => {
  const none = { None: null }
  const info = { display: { Raw: 'Ada' } }
  const judged = (...judgements: readonly unknown[]) => judgements.map((one, at) => [at, one])
  const full = {
    display: { Raw: 'Ada Ł' },
    legal: { Raw: 'x'.repeat(32) },
    web: { BlakeTwo256: `0x${'11'.repeat(32)}` },
    matrix: { ShaThree256: `0x${'22'.repeat(32)}` },
    email: none,
    pgpFingerprint: `0x${'33'.repeat(20)}`,
    image: { Raw: '' },
    twitter: { Raw: '@ada' },
    github: none,
    discord: none,
  }
  const registration = (judgements: readonly unknown[], its: object = info) =>
    peopleValue('IdentityOf', { judgements: judged(...judgements), deposit: 10n ** 12n, info: its })

  it('gives the account and the name of a recorded sub-identity', () => {
    const { account, name } = superIdentity(hexToU8a(recorded.value))
    expect(u8aToHex(account)).toBe(recorded.value.slice(0, 66))
    expect(name).toBe('🐭 XII')
  })

  it.each<[string, Uint8Array, string | undefined]>([
    ['that is judged as reasonable', registration(['Reasonable']), 'Ada'],
    ['that is judged as known good', registration(['KnownGood']), 'Ada'],
    ['with all fields', registration(['Unknown', { FeePaid: 5n }, 'Reasonable'], full), 'Ada Ł'],
    ['with 20 judgements', registration(Array(20).fill('Reasonable')), 'Ada'],
    ['without a judgement', registration([]), undefined],
    ['with a paid request for a judgement', registration([{ FeePaid: 7n }]), undefined],
    ['that a registrar has no opinion on', registration(['Unknown']), undefined],
    ['that is out of date', registration(['Reasonable', 'OutOfDate']), undefined],
    ['of low quality', registration(['KnownGood', 'LowQuality']), undefined],
    ['that is erroneous', registration(['Erroneous', 'KnownGood']), undefined],
    ['without a display name', registration(['KnownGood'], {}), undefined],
    [
      'with only the hash of a display name',
      registration(['KnownGood'], { display: { Sha256: `0x${'44'.repeat(32)}` } }),
      undefined,
    ],
    ['whose display name is not UTF-8', registration(['KnownGood'], { display: { Raw: '0xff' } }), undefined],
  ])('of an identity %s gives the right name', (_, entry, name) => {
    expect(judgedName(entry)).toBe(name)
  })

  it('is read if it contains sub-identities or usernames', () => {
    const accounts = Array.from({ length: 100 }, (_, at) => bytes(32, at))
    expect(subAccounts(peopleValue('SubsOf', [1n, accounts]))).toEqual(accounts)
    expect(username(peopleValue('UsernameOf', 'ada.dot'))).toBe('ada.dot')
    const [owner] = accounts as [Uint8Array]
    for (const provider of ['Allocation', { AuthorityDeposit: 9n }, 'System'])
      expect(usernameOwner(peopleValue('UsernameInfoOf', { owner, provider }))).toEqual(owner)
  })

  const readers: readonly (readonly [PeopleItem, (entry: Uint8Array) => unknown, Uint8Array])[] = [
    ['IdentityOf', judgedName, registration(['Unknown', { FeePaid: 5n }, 'Reasonable'], full)],
    ['SuperOf', superIdentity, peopleValue('SuperOf', [bytes(32), { Raw: 'sub' }])],
    ['SubsOf', subAccounts, peopleValue('SubsOf', [1n, [bytes(32), bytes(32, 1)]])],
    ['UsernameOf', username, peopleValue('UsernameOf', 'ada.dot')],
    [
      'UsernameInfoOf',
      usernameOwner,
      peopleValue('UsernameInfoOf', { owner: bytes(32), provider: 'System' }),
    ],
  ]
  it.each(readers)('of %s is refused if bytes are missing or added', (_, read, entry) => {
    read(entry)
    for (let length = 0; length < entry.length; length++)
      expect(() => read(entry.slice(0, length)), `${length} bytes`).toThrow(/state_getStorage/)
    expect(() => read(Uint8Array.from([...entry, 0]))).toThrow(/state_getStorage/)
  })

  it.each([
    ['a list of 21 judgements', Uint8Array.from([21 << 2, ...new Uint8Array(400)])],
    ['a list whose length is written in four bytes', Uint8Array.from([2, 0, 0, 0, ...new Uint8Array(100)])],
    ['a judgement of an unknown kind', Uint8Array.from([1 << 2, 0, 0, 0, 0, 7, ...new Uint8Array(100)])],
  ])('with %s is refused', (_, entry) => {
    expect(() => judgedName(entry)).toThrow(/state_getStorage/)
  })

  it('with a text of an unknown kind is refused', () => {
    expect(() => superIdentity(Uint8Array.from([...new Uint8Array(32), 38, ...new Uint8Array(32)]))).toThrow(
      /state_getStorage/,
    )
  })
})

describe('the name of an account', () => {
  it.each([
    [`${'a'.repeat(29)}.dot`, 'name: has more than 32 characters'],
    ['ada-b.dot', "name: isn't a username of ASCII letters and digits"],
  ])('is refused with a reason if it is invalid: %s', async (text, reason) => {
    const { normalize } = peopleNames({} as Parameters<typeof peopleNames>[0])
    await expect(normalize(text)).rejects.toThrow(reason)
    expect(await normalize(`${'A'.repeat(28)}.dot`)).toBe(`${'a'.repeat(28)}.dot`)
  })
})
