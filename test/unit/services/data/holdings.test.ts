import { describe, expect, it } from 'vitest'
import { createHoldings } from '../../../../src/services/data/holdings.ts'

describe('the prices of the data service', () => {
  it('are kept if the service refuses a later request, and the other tokens are reported as failed', async () => {
    let count = 0
    const requests = {
      supports: async () => true,
      post: async (_path: string, { addresses }: { readonly addresses: readonly string[] }) => {
        count++
        if (count === 2) throw new Error('refused')
        return { prices: addresses.map(() => 3), currency: 'usd' }
      },
    }
    const answers = { prices: () => undefined }
    const { prices } = createHoldings(
      requests as never,
      { currency: 'usd', projectId: 'p', answers } as never,
    )
    const addresses = Array.from({ length: 120 }, (_, at) => `0x${at.toString(16).padStart(40, '1')}`)
    const failed: number[] = []
    const found = await prices('eip155:1', addresses, { failed: (at) => failed.push(at) })
    expect(found).toEqual(addresses.map((_, at) => (at < 100 ? 3 : undefined)))
    expect(failed).toEqual(Array.from({ length: 20 }, (_, at) => 100 + at))
  })
})
