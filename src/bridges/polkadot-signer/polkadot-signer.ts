import type { Signer, SignerResult } from '@polkadot/api/types'
import type { PolkadotAdapter } from '../../adapters/polkadot/adapter.ts'
import { type CaipAddress, caipAddress, type Hex } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { BridgedClient } from '../shared/connection-through.ts'

/**
 * Creates a polkadot.js signer (`InjectedSigner`) for the connected polkadot wallet, on its current network. Each request is sent
 * once, through the adapter. The adapter accepts only payloads for this network and the connected accounts. If the wallet changes
 * the payload, for example by adding the metadata hash, the wallet returns the whole transaction. The signer then returns this
 * transaction as `signedTransaction`.
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

  /**
   * Returns the CAIP-10 id of an address. Doesn't check the address, because the adapter does.
   * @throws `connection/not-connected`
   */
  function account(address: string): CaipAddress<'polkadot'> {
    const connection = client.connections.of('polkadot')
    if (!connection) throw latchkeyError('connection/not-connected')
    return caipAddress(connection.network.caipNetworkId, address)
  }

  /** Returns the polkadot adapter. @throws `adapter/unsupported` if the client has none. */
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
    /** Signs bytes. Like extensions, wraps the bytes in `<Bytes>` unless they are already wrapped. */
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
