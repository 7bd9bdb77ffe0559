import { describe, expect, it } from 'vitest'
import { standardChain } from '../../../../src/core/chain/solana.ts'

const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const local = 'solana:7a69AbCdEfGhJkLmNpQrStUvWxYz1234'

describe("a network's name in a wallet-standard wallet", () => {
  it.each([
    [mainnet, ['solana:mainnet', 'solana:localnet'], 'solana:mainnet'],
    [mainnet, [mainnet], mainnet],
    [local, ['solana:mainnet', 'solana:localnet'], 'solana:localnet'],
    [local, ['solana:localnet', local], local],
    ['solana:localnet', ['solana:localnet'], 'solana:localnet'],
  ])('for %s and the chains %j is %s', (network, chains, name) => {
    expect(standardChain(network, chains, { hasLocalNode: network !== mainnet })).toBe(name)
  })

  it.each([
    [mainnet, ['solana:localnet', 'solana:devnet']],
    [local, ['solana:mainnet', 'solana:devnet', 'solana:testnet']],
    [local, ['solana:localnet', 'solana:AnotherLocalNodeWithItsOwnId1']],
    ['toString', []],
  ])('for %s is absent among the chains %j', (network, chains) => {
    expect(standardChain(network, chains, { hasLocalNode: true })).toBeUndefined()
  })

  it("never means the wallet's own local node if the network's endpoint is remote", () => {
    expect(
      standardChain(local, ['solana:mainnet', 'solana:localnet'], { hasLocalNode: false }),
    ).toBeUndefined()
  })
})
