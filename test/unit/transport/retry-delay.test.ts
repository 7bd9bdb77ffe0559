import { describe, expect, it } from 'vitest'
import { retryDelay } from '../../../src/transport/retry-delay.ts'

describe('retryDelay', () => {
  it('doubles from 150 ms', () => {
    expect([0, 1, 2].map(retryDelay)).toEqual([150, 300, 600])
  })
})
