import { expect, it } from 'vitest'
import { createAdapterPool } from '../../../src/client/adapter-pool.ts'
import type { AdapterContext, AnyAdapterFactory, ChainAdapter } from '../../../src/core/wallet/adapter.ts'

it('an adapter is disposed if the client fails to watch it, and the next call creates another', async () => {
  const disposed: number[] = []
  let created = 0
  const factory = {
    namespace: 'eip155',
    create: async () => {
      const number = ++created
      return { dispose: async () => void disposed.push(number) } as unknown as ChainAdapter
    },
  } as unknown as AnyAdapterFactory
  let fails = true
  const pool = createAdapterPool([factory], {} as AdapterContext, async () => {
    if (fails) throw new Error('the code did not load')
  })
  await expect(pool.get('eip155')).rejects.toThrow('the code did not load')
  expect([created, disposed]).toEqual([1, [1]])
  fails = false
  await pool.get('eip155')
  expect([created, disposed]).toEqual([2, [1]])
  await pool.dispose()
  expect(disposed).toEqual([1, 2])
})
