import { describe, expect, it } from 'vitest'
import { parseAddress } from '../../src/adapters/bip122/address.ts'
import { type Coin, selectCoins } from '../../src/adapters/bip122/coin-selection.ts'
import { dustLimit, inputWeight, outputWeight, overheadWeight } from '../../src/adapters/bip122/sizes.ts'
import { cpuTime } from '../support/cpu-time.ts'
import { fc } from '../support/fast-check.ts'
import { fifthOf } from '../support/seed.ts'

const addresses = {
  p2pkh: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  p2sh: '3CMNFxN1oHBc4R1EpboAL5yzHGgE611Xou',
  p2wpkh: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  p2wsh: 'bc1qp0ahvfh83088w49k405szqgg4f3pptr7p2g06tdxfjcd40z4lh4q95lsz9',
  p2tr: 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
} as const
const scripts = Object.fromEntries(
  Object.entries(addresses).map(([kind, address]) => [kind, parseAddress(address)!.script]),
) as Record<keyof typeof addresses, Uint8Array>

const coins = fc
  .array(
    fc.record({
      value: fc.oneof(
        fc.bigInt({ min: 1n, max: 2000n }),
        fc.bigInt({ min: 1n, max: 10_000_000n }),
        fc.bigInt({ min: 1n, max: 2_100_000_000_000_000n }),
      ),
      confirmed: fc.boolean(),
    }),
    { maxLength: 40 },
  )
  .map((list) =>
    list.map((coin, at): Coin => ({ txid: at.toString(16).padStart(64, '0'), vout: at, ...coin })),
  )

const requests = fc.record({
  coins,
  from: fc.constantFrom('p2pkh', 'p2sh', 'p2wpkh', 'p2tr'),
  to: fc.constantFrom(...(Object.keys(addresses) as (keyof typeof addresses)[])),
  value: fc.oneof(fc.bigInt({ min: 600n, max: 5000n }), fc.bigInt({ min: 600n, max: 20_000_000n })),
  more: fc.array(
    fc.record({
      to: fc.constantFrom(...(Object.keys(addresses) as (keyof typeof addresses)[])),
      value: fc.bigInt({ min: 0n, max: 20_000n }),
    }),
    { maxLength: 3 },
  ),
  satPerVbyte: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.double({ min: 0.1, max: 1000, noNaN: true })),
})

function requestOf({
  coins,
  from,
  to,
  value,
  more,
  satPerVbyte,
}: typeof requests extends fc.Arbitrary<infer T> ? T : never) {
  return {
    coins,
    inputWeight: inputWeight(from)!,
    to: { script: scripts[to], value },
    more: more.map((each) => ({ script: scripts[each.to], value: each.value })),
    changeScript: scripts[from],
    satPerVbyte,
  }
}

/** Computes the weight from every part of the transaction, independently of the code. */
function weightOf(request: ReturnType<typeof requestOf>, inputs: number, change: boolean): number {
  const paid = [request.to, ...request.more].map(({ script }) => script)
  const outputs = change ? [...paid, request.changeScript] : paid
  return (
    overheadWeight(inputs, outputs.length) +
    inputs * request.inputWeight +
    outputs.reduce((sum, script) => sum + outputWeight(script), 0)
  )
}

function paidBy({ to, more }: ReturnType<typeof requestOf>): bigint {
  return more.reduce((sum, { value }) => sum + value, to.value)
}

describe('coin selection', () => {
  it('keeps the value, pays at least the fee rate, and creates no dust', () => {
    fc.assert(
      fc.property(requests, (given) => {
        const request = requestOf(given)
        const found = selectCoins(request)
        if (!found) return
        const sum = found.coins.reduce((total, { value }) => total + value, 0n)
        expect(sum).toBe(paidBy(request) + (found.change ?? 0n) + found.fee)
        expect(new Set(found.coins).size).toBe(found.coins.length)
        for (const coin of found.coins) expect(request.coins).toContain(coin)

        const weight = weightOf(request, found.coins.length, found.change !== undefined)
        const least = (weight / 4) * request.satPerVbyte
        expect(Number(found.fee)).toBeGreaterThanOrEqual(least)
        expect(found.vbytes).toBe(Math.ceil(weight / 4))
        const dust = dustLimit(request.changeScript)
        if (found.change === undefined) {
          // There is no change, because the fee for the change output would leave only dust.
          const output = (outputWeight(request.changeScript) / 4 + 2) * request.satPerVbyte
          expect(Number(found.fee)).toBeLessThanOrEqual(least + Number(dust) + output + 2)
        } else {
          expect(found.change).toBeGreaterThanOrEqual(dust)
          expect(Number(found.fee)).toBeLessThan(least + 1.001)
        }
      }),
      { numRuns: fifthOf(3000) },
    )
  })

  it('finds coins to spend whenever all coins together suffice', () => {
    fc.assert(
      fc.property(requests, (given) => {
        const request = requestOf(given)
        const cost = Math.ceil((request.inputWeight / 4) * request.satPerVbyte)
        const useful = request.coins.filter(({ value }) => value > BigInt(cost))
        const sum = useful.reduce((total, { value }) => total + value, 0n)
        const needed =
          paidBy(request) +
          BigInt(Math.ceil((weightOf(request, useful.length, false) / 4) * request.satPerVbyte))
        const found = selectCoins(request)
        if (useful.length > 0 && sum >= needed) expect(found).toBeDefined()
        if (sum < paidBy(request)) expect(found).toBeUndefined()
      }),
      { numRuns: fifthOf(3000) },
    )
  })

  it('spends no pending outputs if the settled outputs suffice', () => {
    fc.assert(
      fc.property(requests, (given) => {
        const request = requestOf(given)
        const settled = request.coins.filter(({ confirmed }) => confirmed)
        if (!selectCoins({ ...request, coins: settled })) return
        expect(selectCoins(request)?.coins.every(({ confirmed }) => confirmed)).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('coin selection, in examples,', () => {
  const coin = (value: bigint, confirmed = true, vout = 0): Coin => ({
    txid: 'a'.repeat(64),
    vout,
    value,
    confirmed,
  })
  const base = {
    inputWeight: inputWeight('p2wpkh')!,
    to: { script: scripts.p2wpkh, value: 50_000n },
    changeScript: scripts.p2wpkh,
    satPerVbyte: 2,
  }

  it('prefers a single output that pays without change', () => {
    // The fee: 109.5 + 0.25 virtual bytes at 2 sats each, rounded up.
    const found = selectCoins({
      ...base,
      coins: [coin(1_000_000n), coin(50_220n, true, 1), coin(49_000n, true, 2)],
    })
    expect(found).toMatchObject({ coins: [{ vout: 1 }], change: undefined, fee: 220n, vbytes: 110 })
  })

  it('returns the change, minus the fee', () => {
    const found = selectCoins({ ...base, coins: [coin(100_000n)] })
    expect(found).toMatchObject({ change: 49_719n, fee: 281n, vbytes: 141 })
  })

  it('does not spend outputs that cost more than they are worth', () => {
    const dusty = Array.from({ length: 30 }, (_, at) => coin(130n, true, at + 1))
    expect(selectCoins({ ...base, coins: [coin(100_000n), ...dusty] })?.coins).toHaveLength(1)
    expect(selectCoins({ ...base, coins: dusty })).toBeUndefined()
  })

  it('uses 294, 330, 330, 540 and 546 sats as the dust limits of the five output types', () => {
    const limits = (['p2wpkh', 'p2wsh', 'p2tr', 'p2sh', 'p2pkh'] as const).map((kind) =>
      dustLimit(scripts[kind]),
    )
    expect(limits).toEqual([294n, 330n, 330n, 540n, 546n])
  })

  it('is fast with many outputs', () => {
    const many = Array.from({ length: 2000 }, (_, at) => coin(BigInt(1000 + ((at * 7919) % 5000)), true, at))
    const started = cpuTime()
    expect(selectCoins({ ...base, to: { ...base.to, value: 1_500_000n }, coins: many })).toBeDefined()
    expect(cpuTime() - started).toBeLessThan(1000)
  })
})
