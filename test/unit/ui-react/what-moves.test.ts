import { describe, expect, it } from 'vitest'
import { whatMoves } from '../../../src/ui-react/parts/token/what-moves.ts'

const pass = {
  name: 'Season pass',
  network: 'eip155:1',
  amount: { value: 12n, decimals: 0, symbol: 'PASS' },
  nft: { standard: 'erc1155', tokenId: '3' },
} as unknown as Parameters<typeof whatMoves>[1]

describe('the amount of an NFT transfer', () => {
  it('is shown as the name of the NFT with its number of copies', () => {
    expect(whatMoves('en', pass, 1n)).toBe('Season pass')
    expect(whatMoves('en', pass, 5000n)).toBe('Season pass ×5,000')
  })
})
