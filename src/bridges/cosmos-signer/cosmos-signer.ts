import type { AccountData, AminoSignResponse, StdSignDoc } from '@cosmjs/amino'
import type { DirectSignResponse } from '@cosmjs/proto-signing'
import type { CosmosAdapter } from '../../adapters/cosmos/adapter.ts'
import { caipAddress } from '../../core/chain/caip.ts'
import { hasEthKeys } from '../../core/chain/cosmos.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { BridgedClient } from '../shared/connection-through.ts'

export interface CosmosSignerOptions {
  /** The chain id of one of the client's networks, such as `cosmoshub-4`. */
  readonly chainId: string
}

/** CosmJS's `SignDoc`. Its account number is a bigint. */
type SignDoc = DirectSignResponse['signed']

/** An `OfflineSigner` for both sign modes. CosmJS uses Direct if `signDirect` exists, so `amino` has no `signDirect`. */
export interface CosmosSigner {
  getAccounts(): Promise<readonly AccountData[]>
  signDirect(signerAddress: string, signDoc: SignDoc): Promise<DirectSignResponse>
  signAmino(signerAddress: string, signDoc: StdSignDoc): Promise<AminoSignResponse>
  /** A signer for keys that sign only in Amino, such as a Ledger's keys. */
  readonly amino: Pick<CosmosSigner, 'getAccounts' | 'signAmino'>
}

/**
 * Creates a CosmJS `OfflineSigner` for the connected cosmos wallet on one network. Each request is sent once, through the
 * adapter. The adapter accepts only documents of this network, and checks that the wallet signed exactly the request.
 * @example
 * const signer = cosmosSigner(latchkey, { chainId: 'cosmoshub-4' })
 * const stargate = await SigningStargateClient.connectWithSigner(rpcUrl, signer)
 */
export function cosmosSigner(
  client: Pick<BridgedClient<'cosmos'>, 'adapter' | 'connections'>,
  { chainId }: CosmosSignerOptions,
): CosmosSigner {
  const network = `cosmos:${chainId}` as const

  /** Returns the cosmos adapter. @throws `adapter/unsupported` if the client has none. */
  async function adapter(): Promise<CosmosAdapter> {
    const found = (await client.adapter('cosmos')) as Partial<CosmosAdapter>
    if (!found.signDirect)
      throw latchkeyError('adapter/unsupported', {
        values: { capability: 'sign.transaction', subject: 'a client without the cosmos adapter' },
      })
    return found as CosmosAdapter
  }

  /** Returns the connection. It must be on the signer's network, because each network has its own address prefix. */
  function connection() {
    const found = client.connections.of('cosmos')
    if (!found) throw latchkeyError('connection/not-connected')
    const { caipNetworkId } = found.network
    if (caipNetworkId !== network)
      throw latchkeyError('network/wrong-chain', { values: { actual: caipNetworkId, expected: network } })
    return found
  }

  async function getAccounts(): Promise<readonly AccountData[]> {
    const known = await adapter()
    const { accounts, network: shown } = connection()
    const algo = hasEthKeys(shown.cosmos ?? {}) ? 'eth_secp256k1' : 'secp256k1'
    return Promise.all(
      accounts.map(async ({ address }) => {
        const pubkey = await known.getPublicKey(caipAddress(network, address))
        return { address, algo, pubkey } as const
      }),
    )
  }

  async function signAmino(address: string, doc: StdSignDoc): Promise<AminoSignResponse> {
    const answer = await (await adapter()).signAmino(caipAddress(network, address), doc)
    // The document in the answer has the same fields as `doc`.
    return answer as AminoSignResponse
  }

  return {
    getAccounts,
    signAmino,
    amino: { getAccounts, signAmino },
    async signDirect(address, { bodyBytes, authInfoBytes, accountNumber, chainId: on }) {
      const doc = { bodyBytes, authInfoBytes, chainId: on, accountNumber: String(accountNumber) }
      const { signed, signature } = await (await adapter()).signDirect(caipAddress(network, address), doc)
      return { signed: { ...signed, accountNumber: BigInt(signed.accountNumber) }, signature }
    },
  }
}
