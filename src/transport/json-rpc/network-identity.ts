import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { RpcRequest } from '../../ports.ts'
import type { RpcIdentity } from './rpc-pool.ts'

/** The call that shows which network an endpoint serves. Defined only for families whose nodes can show their network. */
interface Probe {
  readonly call: RpcRequest
  /** Returns the id in the answer. Absent if the answer itself is the id. */
  read?(answer: unknown): unknown
  /** The format of an id. An answer in another format proves nothing: the endpoint may be starting, or may refuse the call. */
  readonly form: RegExp
  matches(answer: string, reference: string): boolean | Promise<boolean>
}

const probes: Partial<Record<ChainNamespace, Probe>> = {
  eip155: {
    call: { method: 'eth_chainId' },
    // Some servers return a number, or its decimal digits.
    form: /^(0x[0-9a-f]{1,16}|\d{1,19})$/i,
    matches: (answer, reference) => BigInt(answer) === BigInt(reference),
  },
  // See CAIP-30.
  solana: {
    call: { method: 'getGenesisHash' },
    form: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
    matches: (answer, reference) => answer.slice(0, 32) === reference,
  },
  // See CAIP-5.
  cosmos: {
    call: { method: 'status', params: {} },
    read: (answer) => (answer as { node_info?: { network?: unknown } } | undefined)?.node_info?.network,
    form: /^[^\p{Cc}]{1,100}$/u,
    matches: async (answer, reference) =>
      answer === reference || (/^hashed-/.test(reference) && (await hashedReference(answer)) === reference),
  },
  // See CAIP-13.
  polkadot: {
    call: { method: 'chain_getBlockHash', params: [0] },
    form: /^0x[0-9a-f]{64}$/i,
    matches: (answer, reference) => answer.slice(2, 34) === reference,
  },
}

/** Returns the reference for a chain id whose length or characters CAIP-2 doesn't allow (CAIP-5). */
async function hashedReference(chainId: string): Promise<string> {
  const { sha256 } = await import('@noble/hashes/sha2')
  const digest = sha256(new TextEncoder().encode(chainId)).slice(0, 8)
  return `hashed-${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/**
 * Returns the check that shows whether a node serves the network. Returns undefined for a family where nodes can't prove this.
 */
export function networkIdentity(network: CaipNetworkId): RpcIdentity | undefined {
  const [namespace, reference = ''] = network.split(':')
  const probe = probes[namespace as ChainNamespace]
  return (
    probe && {
      call: probe.call,
      matches(answer, warn) {
        const found = probe.read ? probe.read(answer) : answer
        const text = typeof found === 'number' && namespace === 'eip155' ? String(found) : found
        if (typeof text !== 'string' || !probe.form.test(text)) throw latchkeyError('rpc/invalid-response')
        if (namespace === 'eip155' && !/^0x/i.test(text))
          warn('returns its chain id in decimal, not as 0x and hex digits')
        return probe.matches(text, reference)
      },
      expected: network,
    }
  )
}

/**
 * Returns whether nodes can prove that they serve the network. This is possible if the network's id has the form of CAIP-3,
 * CAIP-30, CAIP-13 or CAIP-5.
 */
export function isProvable(network: CaipNetworkId): boolean {
  return /^(eip155:|solana:.{32}$|polkadot:[0-9a-f]{32}$|cosmos:)/.test(network)
}
