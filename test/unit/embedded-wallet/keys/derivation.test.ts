import { base58, hex } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { HDNodeWallet } from 'ethers'
import nacl from 'tweetnacl'
import { describe, expect, it } from 'vitest'
import { addressesOf, phraseOf, secretsOf } from '../../../../src/embedded-wallet/keys/secrets.ts'
import { ed25519KeyAt } from '../../../../src/embedded-wallet/keys/slip10.ts'

const repeated = (byte: string) => hex.decode(byte.repeat(32))

describe('a BIP-39 phrase', () => {
  // https://github.com/trezor/python-mnemonic/blob/master/vectors.json, the vectors with 256 bits.
  const legal = 'legal winner thank year wave sausage worth useful '
  const letter = 'letter advice cage absurd amount doctor acoustic avoid '
  it.each([
    ['00', `${'abandon '.repeat(23)}art`],
    ['7f', `${legal}${legal}legal winner thank year wave sausage worth title`],
    ['80', `${letter}${letter}letter advice cage absurd amount doctor acoustic bless`],
    ['ff', `${'zoo '.repeat(23)}vote`],
  ])("has the standard's words if all bytes of the entropy are %s", async (byte, phrase) => {
    expect(await phraseOf(repeated(byte))).toBe(phrase)
  })
})

describe('SLIP-10 with ed25519', () => {
  // https://github.com/satoshilabs/slips/blob/master/slip-0010.md, test vectors 1 and 2 for ed25519.
  const one = '000102030405060708090a0b0c0d0e0f'
  const two =
    'fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542'
  it.each([
    [one, [], '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7'],
    [one, [0], '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3'],
    [one, [0, 1], 'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2'],
    [one, [0, 1, 2], '92a5b23c0b8a99e37d07df3fb9966917f5d06e02ddbd909c7e184371463e9fc9'],
    [one, [0, 1, 2, 2], '30d1dc7e5fc04c31219ab25a27ae00b50f6fd66622f6e9c913253d6511d1e662'],
    [one, [0, 1, 2, 2, 1_000_000_000], '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793'],
    [two, [], '171cb88b1b3c1db25add599712e36245d75bc65a1a5c9e18d76f9f2b1eab4012'],
    [two, [0], '1559eb2bbec5790b0c65d8693e4d0875b1747f4970ae8b650486ed7470845635'],
    [two, [0, 2147483647], 'ea4f5bfe8694d8bb74b7b59404632fd5968b774ed545e810de9c32a4fb4192f4'],
  ])('derives the key from the seed %s and the path %j', (seed, path, key) => {
    expect(hex.encode(ed25519KeyAt(hex.decode(seed), path))).toBe(key)
  })
})

describe('BIP-32', () => {
  it('derives the keys of the test vector in BIP-32', () => {
    // https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki, test vector 1, chain m/0'.
    const { privateExtendedKey } = HDKey.fromMasterSeed(
      hex.decode('000102030405060708090a0b0c0d0e0f'),
    ).derive("m/0'")
    expect(privateExtendedKey).toBe(
      'xprv9uHRZZhk6KAJC1avXpDAp4MDc3sQKNxDiPvvkX8Br5ngLNv1TxvUxt4cV1rGL5hj6KCesnDYUhd7oWgT11eZG7XnxHrnYeSvkzY7d2bhkJ7',
    )
  })
})

describe('the keys of a wallet', () => {
  it.each(['00', '7f', '5a'])(
    'match the keys that another library derives if all bytes of the entropy are %s',
    async (byte) => {
      const secrets = await secretsOf(repeated(byte))
      const addresses = await addressesOf(secrets)
      const other = HDNodeWallet.fromPhrase(await phraseOf(repeated(byte)), '', "m/44'/60'/0'/0/0")
      expect(secrets.eip155).toBe(other.privateKey)
      expect(addresses.eip155).toBe(other.address)
      const pair = base58.decode(secrets.solana)
      expect(pair).toHaveLength(64)
      const { publicKey } = nacl.sign.keyPair.fromSeed(pair.slice(0, 32))
      expect(addresses.solana).toBe(base58.encode(publicKey))
    },
  )
})
