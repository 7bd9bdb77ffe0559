import { describe, it } from 'vitest'
import { caipAddress, isCaipNetworkId, parseCaipNetworkId } from '../../src/core/chain/caip.ts'
import { isCaipAddress, parseCaipAddress } from '../../src/core/chain/caip-10.ts'
import { isCaipAssetId, parseCaipAssetId } from '../../src/core/chain/caip-19.ts'
import { chainNamespaces } from '../../src/core/chain/namespace.ts'
import { fc } from '../support/fast-check.ts'

const alphanumeric = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const of = (letters: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...letters), minLength, maxLength })
const namespace = fc.constantFrom(...chainNamespaces)
const reference = of(`${alphanumeric}-_`, 1, 32)
const address = of(`${alphanumeric}-.%`, 1, 128)

describe('CAIP ids', () => {
  it('are parsed into the parts that they were built from', () => {
    fc.assert(
      fc.property(namespace, reference, address, of('abc-019', 3, 8), (ns, ref, addr, kind) => {
        const network = `${ns}:${ref}` as const
        const account = parseCaipAddress(caipAddress(network, addr))
        const asset = parseCaipAssetId(`${network}/${kind}:${addr}`)
        return (
          parseCaipNetworkId(network).reference === ref &&
          account.networkId === network &&
          account.address === addr &&
          asset.networkId === network &&
          asset.assetNamespace === kind &&
          asset.assetReference === addr
        )
      }),
    )
  })

  it('follow the grammar of the standards, for any text', () => {
    const families = chainNamespaces.join('|')
    const network = new RegExp(`^(${families}):[-_a-zA-Z0-9]{1,32}$`)
    const account = new RegExp(`^(${families}):[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$`)
    const asset = new RegExp(`^(${families}):[-_a-zA-Z0-9]{1,32}/[-a-z0-9]{3,8}:[-.%a-zA-Z0-9]{1,128}$`)
    const pieces = fc.constantFrom(
      'eip155',
      'solana',
      'erc20',
      '1',
      '0xAb',
      ':',
      ':',
      '/',
      '',
      ' ',
      '__proto__',
      'é',
    )
    const text = fc.oneof(
      fc.string(),
      fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, (value) => {
        return (
          isCaipNetworkId(value) === network.test(value) &&
          isCaipAddress(value) === account.test(value) &&
          isCaipAssetId(value) === asset.test(value)
        )
      }),
      { numRuns: 20_000 },
    )
  })
})
