import type { ChainNamespace } from '../chain/namespace.ts'
import type { Features } from './options.ts'

/** Returns whether the modal offers to send on a family. Default: eip155 and solana (S1.1, S4). */
export function supportsSend(send: Features['send'], namespace: ChainNamespace): boolean {
  if (typeof send === 'object') return send.namespaces.includes(namespace)
  return send && (namespace === 'eip155' || namespace === 'solana')
}
