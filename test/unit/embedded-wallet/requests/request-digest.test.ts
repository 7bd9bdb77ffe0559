import { expect, it } from 'vitest'
import type { ApprovalRequest } from '../../../../src/embedded-wallet/requests/approval.ts'
import { requestDigest } from '../../../../src/embedded-wallet/requests/request-digest.ts'

const networkOf = (caipNetworkId: string) => ({ caipNetworkId }) as ApprovalRequest['network']
const request: ApprovalRequest = {
  ...{ origin: 'https://app.example', raw: 'raw' },
  network: networkOf('eip155:1'),
  call: { method: 'eth_sendTransaction', params: [{ to: '0x1', value: '0x1' }] },
  completed: { method: 'eth_sendTransaction', params: [{ to: '0x1', gas: 1n }], fee: 2n },
}

it('a copy of a request has the same digest as the request', () => {
  expect(requestDigest(structuredClone(request))).toBe(requestDigest(request))
  expect(requestDigest(request)).toMatch(/^[0-9a-f]{64}$/)
})

it.each<[string, Partial<ApprovalRequest>]>([
  ['page', { origin: 'https://bank.example' }],
  ['network', { network: networkOf('eip155:10') }],
  ['method', { call: { ...request.call, method: 'personal_sign' } }],
  ['parameters', { call: { ...request.call, params: [{ to: '0x2', value: '0x1' }] } }],
  ['completed parameters', { completed: { ...request.completed!, params: [{ to: '0x1', gas: 3n }] } }],
  ['fee', { completed: { ...request.completed!, fee: 3n } }],
  ['paymaster', { completed: { ...request.completed!, paymaster: '0x3' } }],
  ['bytes that are shown to experts', { raw: 'other' }],
])("a request's digest changes with the %s", (_, change) => {
  expect(requestDigest({ ...request, ...change })).not.toBe(requestDigest(request))
})
