import { expect, it } from 'vitest'
import { mintMetadataIn } from '../../../../../src/servers/data/nfts/metaplex.ts'

const mint = Buffer.alloc(32, 7)

/** Returns a metadata account with this `TokenStandard`: https://developers.metaplex.com/token-metadata/token-standard */
function account(standard: number): Buffer {
  const text = (value: string) => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(value.length)
    return Buffer.concat([size, Buffer.from(value)])
  }
  const [none, some] = [Buffer.of(0), (value: number) => Buffer.of(1, value)]
  const [key, authority, fee, flags] = [Buffer.of(4), Buffer.alloc(32), Buffer.of(0, 0), Buffer.of(0, 1)]
  const texts = [text('Ape'), text('APE'), text('https://ape.example')]
  return Buffer.concat([key, authority, mint, ...texts, fee, none, flags, none, some(standard), none])
}

it.each([
  ['a non-fungible', 0, true],
  ['a fungible asset', 1, false],
  ['a fungible', 2, false],
  ['an edition', 3, true],
  ['a programmable', 4, true],
  ['a programmable edition', 5, true],
])('%s token of Metaplex (standard %i) counts as an NFT: %s', (_, standard, isNft) => {
  expect(mintMetadataIn(account(standard), mint)).toMatchObject({ name: 'Ape', isNft })
})
