import { describe, expect, it } from 'vitest'
import { normalizeAddress, parseAddress, recipientAddress } from '../../../../src/adapters/bip122/address.ts'
import { bitcoinNetwork } from '../../../../src/core/chain/bip122.ts'
import type { ChainNetwork } from '../../../../src/core/chain/network.ts'
import { fc } from '../../../support/fast-check.ts'

const network = (name: Parameters<typeof bitcoinNetwork>[0]): ChainNetwork<'bip122'> => {
  const caipNetworkId = bitcoinNetwork(name)
  return {
    id: caipNetworkId.slice('bip122:'.length),
    caipNetworkId,
    chainNamespace: 'bip122',
    name,
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    rpcUrls: { default: { http: [] } },
  }
}
const scriptOf = (address: string) => {
  const script = parseAddress(address)?.script
  return script && Buffer.from(script).toString('hex')
}

describe('by BIP-173 and BIP-350, Latchkey', () => {
  // bip-0350.mediawiki, "Test vectors for v0-v16 native segregated witness addresses". The first, the second
  // and the sixth are in bip-0173.mediawiki too.
  it.each([
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
    [
      'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
      '00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
    ],
    [
      'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
      '5128751e76e8199196d454941c45d1b3a323f1433bd6751e76e8199196d454941c45d1b3a323f1433bd6',
    ],
    ['BC1SW50QGDZ25J', '6002751e'],
    ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', '5210751e76e8199196d454941c45d1b3a323'],
    [
      'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
      '0020000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
    ],
    [
      'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
      '5120000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
    ],
    [
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    ],
    ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
  ])('accepts %s', (address, script) => {
    expect(scriptOf(address)).toBe(script)
    expect(normalizeAddress(address)).toBe(address.toLowerCase())
  })

  it.each([
    // bip-0350.mediawiki
    ['tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut', 'an unknown prefix'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'Bech32 instead of Bech32m'],
    ['tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf', 'Bech32 instead of Bech32m'],
    ['BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL', 'Bech32 instead of Bech32m'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', 'Bech32m instead of Bech32'],
    ['tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47', 'Bech32m instead of Bech32'],
    [
      'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
      'an invalid character in the checksum',
    ],
    ['BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R', 'an invalid version'],
    ['bc1pw5dgrnzv', 'an invalid length (1 byte)'],
    [
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
      'an invalid length (41 bytes)',
    ],
    ['BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', 'an invalid length for version 0'],
    ['tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq', 'mixed case'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf', 'zero padding of more than 4 bits'],
    ['tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j', 'non-zero padding'],
    ['bc1gmk9yu', 'empty data'],
    // bip-0173.mediawiki
    ['tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty', 'an unknown prefix'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'a wrong checksum'],
    ['BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2', 'an invalid version'],
    ['bc1rw5uspcuh', 'an invalid length'],
    ['bc10w508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kw5rljs90', 'an invalid length'],
    ['tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sL5k7', 'mixed case'],
    ['bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du', 'zero padding of more than 4 bits'],
    ['tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3pjxtptv', 'non-zero padding'],
    // Valid under BIP-173; BIP-350 changed the checksum for versions 1 to 16.
    ['bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7k7grplx', 'the old checksum'],
    ['BC1SW50QA3JX3S', 'the old checksum'],
    ['bc1zw508d6qejxtdg4y5r3zarvaryvg6kdaj', 'the old checksum'],
  ])('refuses %s because of %s', (address) => {
    expect(parseAddress(address)).toBeUndefined()
  })

  // "All higher versions … should be recognized as valid". Another library encodes each version on each network.
  it('accepts versions 2 to 16 on every network, in upper or lower case', async () => {
    const { bech32m } = await import('@scure/base')
    const program = Uint8Array.from({ length: 32 }, (_, at) => at)
    for (const hrp of ['bc', 'tb', 'bcrt'])
      for (let version = 2; version <= 16; version++) {
        const address = bech32m.encode(hrp, [version, ...bech32m.toWords(program)])
        for (const spelled of [address, address.toUpperCase()]) {
          expect(normalizeAddress(spelled)).toBe(address)
          expect(scriptOf(spelled)).toBe(Buffer.from([0x50 + version, 32, ...program]).toString('hex'))
        }
      }
  })

  it('refuses an address with up to four wrong characters', () => {
    const charset = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
    const valid = [
      'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...valid),
        fc.uniqueArray(fc.nat(36), { minLength: 1, maxLength: 4 }),
        fc.array(fc.integer({ min: 1, max: 31 }), { minLength: 4, maxLength: 4 }),
        (address, positions, shifts) => {
          const start = address.indexOf('1') + 1
          const letters = [...address]
          positions.forEach((position, at) => {
            const index = start + (position % (address.length - start))
            letters[index] = charset[(charset.indexOf(letters[index]!) + shifts[at]!) % 32]!
          })
          const wrong = letters.join('')
          if (wrong !== address) expect(parseAddress(wrong)).toBeUndefined()
        },
      ),
      { numRuns: 5000 },
    )
  })
})

describe('by Base58Check, Latchkey', () => {
  // The genesis block's address; the first P2SH of the network (BIP-16); test network addresses from Bitcoin Core's
  // key_io_valid.json.
  it.each([
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac'],
    ['1AGNa15ZQXAZUgFiqJ2i7Z2DPU2J6hW62i', '76a91465a16059864a2fdbc7c99a4723a8395bc6f188eb88ac'],
    ['3CMNFxN1oHBc4R1EpboAL5yzHGgE611Xou', 'a91474f209f6ea907e2ea48f74fae05782ae8a66525787'],
    ['mo9ncXisMeAoXwqcV5EWuyncbmCcQN4rVs', '76a91453c0307d6851aa0ce7825ba883c6bd9ad242b48688ac'],
    ['2N2JD6wb56AfK4tfmM6PwdVmoYk2dCKf4Br', 'a9146349a418fc4578d10a372b54b45c280cc8c4382f87'],
  ])('accepts %s', (address, script) => {
    expect(scriptOf(address)).toBe(script)
    expect(normalizeAddress(address)).toBe(address)
  })

  it.each([
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'an address with a wrong last character'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7Divf', 'an address without its last two characters'],
    ['1a1zp1ep5qgefi2dmptftl5slmv7divfna', 'an address in lower case'],
    ['0A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'an address with a character outside the alphabet'],
    ['LbTjMGN7gELw4KbeyQf6cTCq859hD18guE', 'an address of another coin'],
    ['5Kd3NBUAdUnhyzenEwVLy9pBKxSwXvE9FMPyR4UKZvpe6E3AgLr', 'a private key'],
    ['', 'an empty text'],
    ['hello', 'a word'],
    [`1${'1'.repeat(200)}`, 'a text that is too long'],
  ])('refuses %s (%s)', (text) => {
    expect(parseAddress(text)).toBeUndefined()
  })
})

describe('the address of a recipient', () => {
  const on = {
    mainnet: ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    testnet4: ['mo9ncXisMeAoXwqcV5EWuyncbmCcQN4rVs', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    signet: ['2N2JD6wb56AfK4tfmM6PwdVmoYk2dCKf4Br', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    regtest: ['mo9ncXisMeAoXwqcV5EWuyncbmCcQN4rVs', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'],
  } as const

  it('must belong to the active network', () => {
    for (const [name, addresses] of Object.entries(on))
      for (const address of addresses)
        expect(recipientAddress(address, network(name as keyof typeof on)).address).toBe(address)
    for (const [here, elsewhere] of [
      ['mainnet', 'regtest'],
      ['regtest', 'mainnet'],
      ['signet', 'mainnet'],
    ] as const)
      for (const address of on[elsewhere]) {
        expect(normalizeAddress(address, network(here))).toBeUndefined()
        expect(() => recipientAddress(address, network(here))).toThrow(`isn't a valid address on ${here}`)
      }
    expect(normalizeAddress(on.signet[1], network('regtest'))).toBeUndefined()
    expect(normalizeAddress(on.regtest[1], network('signet'))).toBeUndefined()
  })

  it('may belong to any network while the active network is unknown', () => {
    const other = { ...network('regtest'), caipNetworkId: 'bip122:ffffffffffffffffffffffffffffffff' } as const
    expect(normalizeAddress(on.mainnet[0], other)).toBe(on.mainnet[0])
  })

  it('is refused when its script version is not defined yet', () => {
    for (const address of ['BC1SW50QGDZ25J', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 'bc1pfeessrawgf'])
      expect(() => recipientAddress(address, network('mainnet'))).toThrow('unknown witness version')
  })
})
