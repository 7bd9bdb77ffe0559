import type { ChainNetwork } from 'latchkey'
import { bitcoinRegtest, cosmosHub, mainnet, polkadotRelay, solanaMainnet } from 'latchkey/networks'
import { describe, expect, it } from 'vitest'
import { verifierOf } from '../../cli/verifiers/families.ts'
import * as bip122 from '../../src/adapters/bip122/address.ts'
import * as cosmos from '../../src/adapters/cosmos/address.ts'
import * as eip155 from '../../src/adapters/eip155/address.ts'
import * as polkadot from '../../src/adapters/polkadot/address.ts'
import { normalizeAddress as solanaAddress } from '../../src/adapters/solana/address.ts'
import { devAccounts } from '../../src/devnet/index.ts'
import { fc } from '../support/fast-check.ts'
import { fifthOf } from '../support/seed.ts'

/**
 * For each family, a function that returns the address that the library would pay for this text. The function throws if the
 * library refuses the text.
 */
const families = {
  eip155: [mainnet, (text: string) => eip155.recipientAddress(text)],
  solana: [solanaMainnet, (text: string) => solanaAddress(text)],
  bip122: [bitcoinRegtest, (text: string, network: never) => bip122.recipientAddress(text, network).address],
  polkadot: [polkadotRelay, (text: string, network: never) => polkadot.recipientAddress(text, network)],
  cosmos: [cosmosHub, (text: string, network: never) => cosmos.recipientAddress(text, network)],
} as const satisfies Record<
  string,
  readonly [ChainNetwork, (text: string, network: never) => string | undefined]
>
type Family = keyof typeof families

const known: readonly string[] = Object.values(devAccounts).flatMap((account) =>
  Object.values(account).flatMap((one) => (typeof one === 'object' && 'address' in one ? [one.address] : [])),
)
/** Addresses of other networks, addresses of other kinds, and texts that only look like an address. */
const strange = [
  'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
  'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
  'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6',
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  'cosmosvaloper1sjllsnramtg3ewxqwwrwjxfgc4n4ef9u2lcnj0',
  'osmo1clpqr4nrk4khgkxj78fcwwh6dl3uw4epasmvnj',
  '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  'XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS',
]

/**
 * Changes like the mistakes of copying and typing: another case, extra text around the address, or a character that is changed,
 * lost or doubled.
 */
const change: fc.Arbitrary<(text: string) => string> = fc.oneof(
  fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => text.toUpperCase(),
    (text) => text.toLowerCase(),
    (text) => text.slice(0, 8).toUpperCase() + text.slice(8),
    (text) => text.replace(/^0x/, ''),
    (text) => text.replace(/^0x/, '0X'),
    (text) => text.trim(),
    (text) => ` ${text}`,
    (text) => `${text}\n`,
    (text) => `${text}\u200b`,
    (text) => text.slice(0, -1),
    (text) => `${text}1`,
  ),
  fc.tuple(fc.nat(70), fc.constantFrom(...'0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHJKLMN')).map(
    ([at, put]) =>
      (text: string) =>
        text.slice(0, at) + put + text.slice(at + 1),
  ),
)
const texts = fc
  .tuple(fc.constantFrom(...known, ...strange), fc.array(change, { maxLength: 3 }))
  .map(([text, changes]) => changes.reduce((before, one) => one(before), text))

const numRuns = fifthOf(3000)

describe.each(Object.keys(families) as Family[])('addresses of %s', (family) => {
  it('are read by the library and the command line in the same way', async () => {
    const [network, receiver] = families[family]
    const { judge, same } = await verifierOf(family)
    let taken = 0
    await fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 9, arbitrary: texts }, fc.string()), async (text) => {
        let ours: string | undefined
        try {
          ours = receiver(text, network as never)
        } catch (error) {
          expect(error).toMatchObject({ code: 'validation/invalid-address' })
        }
        const verdict = await judge(text, network.caipNetworkId)
        const theirs = 'address' in verdict ? verdict.address : undefined
        expect(ours === undefined, `library: ${ours}, command line: ${theirs}`).toBe(theirs === undefined)
        if (ours === undefined || theirs === undefined) return
        taken++
        expect(same(ours, theirs), `library: ${ours}, command line: ${theirs}`).toBe(true)
      }),
      { numRuns },
    )
    expect(taken).toBeGreaterThan(numRuns / 60)
  })
})
