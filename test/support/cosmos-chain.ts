import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing'
import { SigningStargateClient, StargateClient } from '@cosmjs/stargate'
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import type { ContractChain } from 'latchkey/testing'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { polled } from './async.ts'

const failing = { amount: [{ denom: 'uatom', amount: '5000' }], gas: '200000' }

/** What the nodes themselves say, asked by CosmJS. */
export function cosmosChain(
  networks: readonly ChainNetwork<'cosmos'>[],
  sender: { readonly address: string; readonly secret: string },
): ContractChain {
  const urlOf = (network: string) =>
    networks.find(({ caipNetworkId }) => caipNetworkId === network)!.rpcUrls.default.http[0]!
  const clients = new Map<string, Promise<StargateClient>>()
  const client = (network: string) => {
    const known = clients.get(network) ?? StargateClient.connect(urlOf(network))
    clients.set(network, known)
    return known
  }
  const denomOf = (asset: string | undefined) =>
    asset?.replace(/^.*\/ibc:/, 'ibc/').replace(/^.*\/native:/, '') ?? 'uatom'
  const look = async (network: string, hash: string) => {
    const found = await (await client(network)).getTx(hash)
    const fee = found?.events
      .flatMap(({ type, attributes }) => (type === 'tx' ? attributes : []))
      .find(({ key }) => key === 'fee' || key === 'ZmVl')?.value
    const text = fee && /^[A-Za-z0-9+/]+=*$/.test(fee) && !fee.endsWith('uatom') ? atob(fee) : fee
    return found && { ok: found.code === 0, fee: BigInt(text?.replace('uatom', '') ?? 0) }
  }
  const hold = async (network: string, held: boolean) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'latchkey_hold', params: { held } })
    await fetch(urlOf(network), { method: 'POST', body })
  }

  return {
    async balance(network, address, asset) {
      return BigInt((await (await client(network)).getBalance(address, denomOf(asset))).amount)
    },
    transaction: async (network, hash) => (await look(network, hash)) ?? undefined,
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
      const { ok, fee } = await polled(() => look(network, hash), 'the transaction is in a block')
      if (ok) throw new Error('the transaction was meant to fail')
      return { hash, fee }
    },
  }
}
