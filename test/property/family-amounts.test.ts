import { TypeRegistry } from '@polkadot/types'
import { describe, expect, it } from 'vitest'
import { parseAddress } from '../../src/adapters/bip122/address.ts'
import { buildPsbt } from '../../src/adapters/bip122/chain/psbt.ts'
import { checkedSend as checkedBitcoin } from '../../src/adapters/bip122/checks.ts'
import { encodeMessages, transferOf } from '../../src/adapters/cosmos/chain/messages.ts'
import { checkedSend as checkedCosmos } from '../../src/adapters/cosmos/checks.ts'
import { transferCall as eip155Call } from '../../src/adapters/eip155/chain/transfers.ts'
import { checkedSend as checkedEip155, wireCall } from '../../src/adapters/eip155/checks.ts'
import type { Runtime } from '../../src/adapters/polkadot/chain/runtime.ts'
import { transferCall as polkadotCall } from '../../src/adapters/polkadot/chain/transfers.ts'
import { checkedSend as checkedPolkadot } from '../../src/adapters/polkadot/checks.ts'
import { nativeTransfer } from '../../src/adapters/solana/chain/transfers.ts'
import { checkedSend as checkedSolana } from '../../src/adapters/solana/checks.ts'
import { parseAmount } from '../../src/core/amounts/amount.ts'
import { devAccounts } from '../../src/devnet/dev-accounts.ts'
import {
  bitcoinRegtest,
  cosmosHub,
  mainnet,
  polkadotAssetHub,
  solanaMainnet,
} from '../../src/networks/index.ts'
import { decimalOracle } from '../support/decimal-oracle.ts'
import { fc } from '../support/fast-check.ts'
import { asked, fifthOf } from '../support/seed.ts'

const { alice, bob } = devAccounts
const to = bob!
const from = alice!
const runs = asked('AMOUNT_RUNS', fifthOf(50_000))

interface Family {
  readonly most: bigint
  readonly decimals: number
  /** Encodes the amount as the wallet signs it. Returns the amount that independent code decodes. */
  signed(amount: bigint): bigint
}

const script = Uint8Array.from([0, 20, ...new Uint8Array(20)])
const sender = parseAddress(from.bip122!.address)!
const registry = new TypeRegistry()
// Encodes only the amount, as polkadot.js does in a call. Without a runtime's metadata, polkadot.js has no calls.
const move = (_to: unknown, amount: unknown) => ({
  method: registry.createType('Compact<u128>', amount as bigint).toU8a(),
})
const runtime = { api: { tx: { balances: { transferKeepAlive: move } } } } as unknown as Runtime

const families: Readonly<Record<string, Family>> = {
  eip155: {
    most: 2n ** 256n - 1n,
    decimals: 18,
    signed(amount) {
      const account = `eip155:${mainnet.id}:${from.eip155!.address}` as const
      const checked = checkedEip155({ from: account, to: to.eip155!.address, amount })
      const coin = wireCall(eip155Call(checked.to, checked.amount, undefined)).value ?? ''
      const token = wireCall(eip155Call(checked.to, checked.amount, checked.to)).data ?? ''
      const [one, other] = [hexDigits(coin.slice(2)), hexDigits(token.slice(-64))]
      if (one !== other) throw new Error(`${one} as a coin, ${other} as a token`)
      return one
    },
  },
  solana: {
    most: 2n ** 64n - 1n,
    decimals: 9,
    signed(amount) {
      const account = `${solanaMainnet.caipNetworkId}:${from.solana!.address}` as const
      const checked = checkedSolana({ from: account, to: to.solana!.address, amount })
      const [move] = nativeTransfer(from.solana!.address, checked.to, checked.amount)
      const data = Uint8Array.from(move!.data)
      if (data.length !== 12 || data[0] !== 2) throw new Error('not a transfer')
      return littleEndian(data.slice(4))
    },
  },
  bip122: {
    most: 2_100_000_000_000_000n,
    decimals: 8,
    signed(amount) {
      const account = `${bitcoinRegtest.caipNetworkId}:${from.bip122!.address}` as const
      const checked = checkedBitcoin({ from: account, to: to.bip122!.address, amount }, bitcoinRegtest)
      const draft = { from: sender, publicKey: undefined, replaceable: true, coins: [], previous: new Map() }
      const psbt = buildPsbt({ ...draft, outputs: [{ script, value: checked.amount }] })
      // BIP-144: the version, no inputs, one output, which starts with its value.
      const bytes = psbt.data.globalMap.unsignedTx.toBuffer()
      return littleEndian(bytes.subarray(6, 14))
    },
  },
  polkadot: {
    most: 2n ** 128n - 1n,
    decimals: 10,
    signed(amount) {
      const account = `${polkadotAssetHub.caipNetworkId}:${from.polkadot!.address}` as const
      const params = { from: account, to: to.polkadot!.address, amount }
      const checked = checkedPolkadot(params, polkadotAssetHub)
      return compact(polkadotCall(runtime, checked, undefined) as unknown as Uint8Array)
    },
  },
  cosmos: {
    most: 2n ** 256n - 1n,
    decimals: 6,
    signed(amount) {
      const account = `${cosmosHub.caipNetworkId}:${from.cosmos!.address}` as const
      const checked = checkedCosmos({ from: account, to: to.cosmos!.address, amount }, cosmosHub)
      const [message] = encodeMessages(transferOf(cosmosHub, from.cosmos!.address, checked).messages)
      const shown = (message!.amino!.value as { amount: { amount: string }[] }).amount[0]!.amount
      // The last field of the message is the coin, and the last part of the coin is the digits of its amount.
      const digits = /[0-9]+$/.exec(new TextDecoder('latin1').decode(message!.any))?.[0] ?? ''
      if (digits !== shown) throw new Error(`${digits} in the mode Direct, ${shown} in Amino`)
      return decimalOracle(digits, 0) ?? 0n
    },
  },
}

describe.each(Object.entries(families))('amounts of %s', (_, { most, decimals, signed }) => {
  it('are signed exactly as typed, or refused', () => {
    fc.assert(
      fc.property(typed(most, decimals), (text) => {
        const expected = decimalOracle(text, decimals, most)
        let found: bigint | undefined
        try {
          found = signed(parseAmount(text, decimals))
        } catch (error) {
          if ((error as { code?: unknown }).code !== 'validation/invalid-amount') throw error
        }
        return found === expected
      }),
      { numRuns: runs },
    )
  }, 600_000)

  it("are signed only from 1 up to the network's limit", () => {
    expect(signed(most)).toBe(most)
    expect(signed(1n)).toBe(1n)
    for (const amount of [0n, -1n, most + 1n])
      expect(() => signed(amount)).toThrow(expect.objectContaining({ code: 'validation/invalid-amount' }))
  })
})

/**
 * Draws texts that people type: amounts within and above the family's limit, with and without a decimal
 * point, and texts that are not numbers.
 */
function typed(most: bigint, decimals: number) {
  const any = fc.bigInt({ min: 0n, max: most + most / 8n })
  const small = fc.bigInt({ min: 0n, max: 10n ** BigInt(decimals + 3) })
  const edge = fc.bigInt({ min: most - 100n, max: most + 100n })
  const places = fc.integer({ min: 0, max: decimals + 1 })
  const written = fc
    .tuple(fc.oneof(any, small, small, edge), places, fc.boolean())
    .map(([value, at, pad]) => {
      const digits = String(value).padStart(at + 1, '0')
      const point = at === 0 ? digits : `${digits.slice(0, -at)}.${digits.slice(-at)}`
      return pad ? `00${point}` : point
    })
  const noise = fc.string({ unit: fc.constantFrom(...'0123456789.-+ex,_ ٣１'), maxLength: 10 })
  return fc.oneof({ weight: 12, arbitrary: written }, { weight: 1, arbitrary: noise })
}

function hexDigits(text: string): bigint {
  let value = 0n
  for (const digit of text.toLowerCase()) value = value * 16n + BigInt('0123456789abcdef'.indexOf(digit))
  return value
}

function littleEndian(bytes: Uint8Array): bigint {
  let value = 0n
  for (let at = bytes.length - 1; at >= 0; at--) value = value * 256n + BigInt(bytes[at]!)
  return value
}

/** Decodes a compact integer of SCALE. The two lowest bits give its length. */
function compact(bytes: Uint8Array): bigint {
  const mode = bytes[0]! & 3
  const size = mode < 3 ? 1 << mode : (bytes[0]! >> 2) + 5
  if (bytes.length !== size) throw new Error('not a compact integer')
  return mode < 3 ? littleEndian(bytes) / 4n : littleEndian(bytes.slice(1))
}
