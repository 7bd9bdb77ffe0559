import type { ContractChain } from 'latchkey/testing'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { polled } from './async.ts'
import { chainReads } from './chain-reads.ts'

/** Reads the nodes directly, and makes failed transactions. */
export function eip155Chain(networks: readonly ChainNetwork[], sender: string, token: string): ContractChain {
  const ask = async <T>(network: string, method: string, ...params: unknown[]) => {
    const url = networks.find(({ caipNetworkId }) => caipNetworkId === network)!.rpcUrls.default.http[0]!
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const { result, error } = (await response.json()) as { result: T; error?: unknown }
    if (error) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result
  }
  const word = (value: string) => value.replace(/^0x/, '').padStart(64, '0')
  const contract = (asset: string) => asset.slice(asset.lastIndexOf(':') + 1)
  const reads = chainReads(networks)

  return {
    ...reads,
    async holdBlocks(network) {
      await ask(network, 'evm_setAutomine', false)
      let held = true
      return async () => {
        if (!held) return
        held = false
        await ask(network, 'evm_mine')
        await ask(network, 'evm_setAutomine', true)
      }
    },
    async failedTransaction(network) {
      const data = `0xa9059cbb${word(sender)}${'f'.repeat(64)}`
      const to = contract(token)
      const hash = await ask<string>(network, 'eth_sendTransaction', {
        from: sender,
        to,
        data,
        gas: '0x186a0',
      })
      const { ok, fee } = await polled(() => reads.transaction(network, hash), 'the transaction is mined')
      if (ok) throw new Error('the transaction was meant to fail')
      return { hash, fee }
    },
  }
}
