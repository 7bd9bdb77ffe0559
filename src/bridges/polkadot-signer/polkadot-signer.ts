import type { Signer, SignerResult } from '@polkadot/api/types'
import type { PolkadotAdapter } from '../../adapters/polkadot/adapter.ts'
import { type CaipAddress, caipAddress, type Hex } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { BridgedClient } from '../shared/connection-through.ts'

/**
 * The connected polkadot wallet as the `signer` of polkadot.js (`InjectedSigner`): of one chain, that on which the connection is.
 * It asks the wallet through the adapter: once, and for a payload of that chain and of one of its accounts. A wallet that
 * changed the payload, such as by adding the hash of the metadata, gives the whole transaction (`signedTransaction`), which is
 * handed on.
 * @example
 * await api.tx.balances.transferKeepAlive(to, amount).signAndSend(address, {
 *   signer: polkadotSigner(latchkey),
 *   withSignedTransaction: true,
 * })
 */
export function polkadotSigner(
  client: Pick<BridgedClient<'polkadot'>, 'adapter' | 'connections'>,
): Required<Pick<Signer, 'signPayload' | 'signRaw'>> {
  let requests = 0

  /** @throws `connection/not-connected`; the adapter judges the address. */
  function account(address: string): CaipAddress<'polkadot'> {
    const connection = client.connections.of('polkadot')
    if (!connection) throw latchkeyError('connection/not-connected')
    return caipAddress(connection.network.caipNetworkId, address)
  }

  /** @throws `adapter/unsupported` for a client without the family's adapter. */
  async function adapter(): Promise<PolkadotAdapter> {
    const found = (await client.adapter('polkadot')) as Partial<PolkadotAdapter>
    if (!found.signPayload)
      throw latchkeyError('adapter/unsupported', {
        values: { capability: 'sign.transaction', subject: 'a client without the polkadot adapter' },
      })
    return found as PolkadotAdapter
  }

  return {
    async signPayload(payload): Promise<SignerResult> {
      const by = account(payload.address)
      const answer = await (await adapter()).signPayload(by, { ...payload, method: payload.method as Hex })
      const { signature, signedTransaction } = answer
      return { id: ++requests, signature, ...(signedTransaction && { signedTransaction }) }
    },
    /** The bytes are wrapped in `<Bytes>` where they are not, as extensions do. */
    async signRaw({ address, data, type }): Promise<SignerResult> {
      if (type !== 'bytes')
        throw latchkeyError('adapter/unsupported', {
          values: { capability: `signRaw of a ${type}`, subject: 'this signer: use signPayload' },
        })
      const { signature } = await (await adapter()).signMessage(account(address), bytesOf(data))
      return { id: ++requests, signature: signature as Hex }
    },
  }
}

function bytesOf(hex: string): Uint8Array {
  if (!/^0x([0-9a-f]{2})*$/i.test(hex))
    throw latchkeyError('validation/invalid-input', {
      values: { field: 'data', reason: 'expected whole bytes in hex' },
    })
  return Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
