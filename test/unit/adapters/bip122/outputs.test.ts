import { describe, expect, it } from 'vitest'
import { paidOutputs } from '../../../../src/adapters/bip122/chain/outputs.ts'
import type { BitcoinOutput } from '../../../../src/core/wallet/family.ts'
import { bitcoin } from '../../../../src/networks/index.ts'

const to = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const data = Uint8Array.of(1, 2)
const paid = (output: unknown) => paidOutputs({ outputs: [output as BitcoinOutput] }, bitcoin)

describe("a bitcoin transaction's outputs", () => {
  it.each([
    { to, amount: 5000n, data },
    { to, data },
    { amount: 5000n, data },
  ])('are refused if data is combined with an amount or a recipient, as in %o', (output) => {
    expect(() => paid(output)).toThrow(
      expect.objectContaining({
        code: 'validation/invalid-input',
        values: expect.objectContaining({ field: 'outputs[0]' }),
      }),
    )
  })

  it('contain either a payment or data', () => {
    expect(paid({ to, amount: 5000n })[0].value).toBe(5000n)
    expect(paid({ data })).toEqual([{ script: Uint8Array.of(0x6a, 2, 1, 2), value: 0n }])
  })
})
