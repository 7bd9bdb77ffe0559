import { hex } from '@scure/base'
import { describe, expect, it } from 'vitest'
import {
  combineShares,
  shareFingerprint,
  shareFrom,
  splitKey,
} from '../../../../src/embedded-wallet/keys/shares.ts'
import { fc } from '../../../support/fast-check.ts'

const key = fc.uint8Array({ minLength: 32, maxLength: 32 })

describe('the shares of a key', () => {
  it('restore the key if any two are combined, in either order', async () => {
    await fc.assert(
      fc.asyncProperty(key, async (entropy) => {
        const { device, service, recovery } = await splitKey(Uint8Array.from(entropy))
        const all = [device, service, recovery]
        for (const one of all)
          for (const other of all)
            if (one !== other) expect(hex.encode(await combineShares(one, other))).toBe(hex.encode(entropy))
      }),
      { numRuns: 50 },
    )
  })

  it('recreate the third share if any two are combined', async () => {
    await fc.assert(
      fc.asyncProperty(key, async (entropy) => {
        const shares = await splitKey(Uint8Array.from(entropy))
        const names = ['device', 'service', 'recovery'] as const
        for (const one of names)
          for (const other of names)
            for (const wanted of names)
              if (one !== other)
                expect(await shareFrom(shares[one], shares[other], wanted)).toEqual(shares[wanted])
      }),
      { numRuns: 50 },
    )
  })

  it('never restore the key if they come from two different splits', async () => {
    await fc.assert(
      fc.asyncProperty(key, async (entropy) => {
        const before = await splitKey(Uint8Array.from(entropy))
        const after = await splitKey(Uint8Array.from(entropy))
        // The last byte of a share is its index from 1 to 3. Two shares with the same index can't be combined
        // at all.
        const mixed = await combineShares(before.device, after.service).catch(() => undefined)
        expect(mixed && hex.encode(mixed)).not.toBe(hex.encode(entropy))
      }),
      { numRuns: 50 },
    )
  })

  it('never contain the key, and have different fingerprints', async () => {
    const entropy = new Uint8Array(32).fill(7)
    const { device, service, recovery } = await splitKey(entropy)
    const names = new Set([device, service, recovery].map(shareFingerprint))
    expect(names.size).toBe(3)
    for (const share of [device, service, recovery])
      expect(hex.encode(share)).not.toContain(hex.encode(entropy))
  })
})
