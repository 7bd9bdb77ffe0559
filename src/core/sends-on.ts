import type { ChainNamespace } from './chain/namespace.ts'
import type { Features } from './options.ts'

/** Whether the modal sends on a family: on eip155 and solana unless the host says which. Specification 1, section 1; architecture 12. */
export function sendsOn(send: Features['send'], namespace: ChainNamespace): boolean {
  if (typeof send === 'object') return send.namespaces.includes(namespace)
  return send && (namespace === 'eip155' || namespace === 'solana')
}
