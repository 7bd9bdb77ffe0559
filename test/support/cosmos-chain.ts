import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing'
import { SigningStargateClient } from '@cosmjs/stargate'
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import type { ContractChain } from 'latchkey/testing'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { polled } from './async.ts'
import { chainReads } from './chain-reads.ts'

const failing = { amount: [{ denom: 'uatom', amount: '5000' }], gas: '200000' }

/** Reads the nodes directly, and makes failed transactions with CosmJS. */
export function cosmosChain(
  networks: readonly ChainNetwork<'cosmos'>[],
  sender: { readonly address: string; readonly secret: string },
): ContractChain {
  const urlOf = (network: string) =>
    networks.find(({ caipNetworkId }) => caipNetworkId === network)!.rpcUrls.default.http[0]!
  const reads = chainReads(networks)
  const hold = async (network: string, held: boolean) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'latchkey_hold', params: { held } })
    await fetch(urlOf(network), { method: 'POST', body })
  }

  return {
    ...reads,
    async holdBlocks(network) {
      await hold(network, true)
      return () => hold(network, false)
    },
    async failedTransaction(network) {
      const key = Uint8Array.from(Buffer.from(sender.secret.slice(2), 'hex'))
      const signer = await SigningStargateClient.connectWithSigner(
        urlOf(network),
        await DirectSecp256k1Wallet.fromKey(key, 'cosmos'),
      )
      const amount = [{ denom: 'uatom', amount: String(10n ** 30n) }]
      const value = { fromAddress: sender.address, toAddress: sender.address, amount }
      const message = { typeUrl: '/cosmos.bank.v1beta1.MsgSend', value }
      const signed = await signer.sign(sender.address, [message], failing, '')
      const hash = await signer.broadcastTxSync(TxRaw.encode(signed).finish())
      const { ok, fee } = await polled(
        () => reads.transaction(network, hash),
        'the transaction is in a block',
      )
      if (ok) throw new Error('the transaction was meant to fail')
      return { hash, fee }
    },
  }
}
