import { answerFaults } from './answer-faults.ts'
import { batchFaults } from './batch-faults.ts'
import { httpFaults } from './http-faults.ts'
import type { FaultRow } from './node-fault.ts'
import { paymentFaults } from './payment-faults.ts'

/** The faults in groups. The docs show these groups. */
export const faultGroups = {
  'HTTP and connections': httpFaults,
  Batches: batchFaults,
  Answers: answerFaults,
  Payments: paymentFaults,
} as const

export const faultRows: Readonly<Record<string, FaultRow>> = Object.assign({}, ...Object.values(faultGroups))
