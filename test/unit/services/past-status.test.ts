import { expect, it } from 'vitest'
import { pastStatus } from '../../../src/services/past-status.ts'

it.each([
  ['confirmed', 'confirmed'],
  ['Success', 'confirmed'],
  ['ONRAMP_TRANSACTION_STATUS_SUCCESS', 'confirmed'],
  ['ONRAMP_TRANSACTION_STATUS_IN_PROGRESS', 'pending'],
  ['pending', 'pending'],
  ['failed', 'failed'],
  ['ONRAMP_TRANSACTION_STATUS_FAILED', 'failed'],
  ['unconfirmed', 'unknown'],
  ['dropped', 'unknown'],
  ['queued', 'unknown'],
  ['', 'unknown'],
])('the status %j of a service is read as %s', (word, status) => {
  expect(pastStatus(word)).toBe(status)
})
