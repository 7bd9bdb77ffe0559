import { solanaMainnet } from 'latchkey/networks'
import { describe, expect, it } from 'vitest'
import { swapTokenOf } from '../../cli/args/swap-tokens.ts'

const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const lookAlike = mint.replace('EPjF', 'EpjF')
const token = (symbol: string, address: string) => ({ symbol, name: symbol, decimals: 6, address })
const tokens = [token('FAKE', lookAlike), token('USDC', mint)]
const id = solanaMainnet.caipNetworkId

describe('a token of a swap on solana', () => {
  it.each([
    ['its mint', (address: string) => address],
    ['its CAIP-19 id', (address: string) => `${id}/token:${address}`],
  ])('is found by %s only if the letter case is right', (_, named) => {
    const found = (list: typeof tokens, address: string) =>
      swapTokenOf('to', named(address), list, solanaMainnet).address
    for (const list of [tokens, [...tokens].reverse()])
      for (const address of [mint, lookAlike]) expect(found(list, address)).toBe(address)
    expect(() => found(tokens, mint.toLowerCase())).toThrow("can't be swapped")
  })
})
