import type { ContractChain } from 'latchkey/testing'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { polled } from './async.ts'

interface Receipt {
  readonly status: string
  readonly gasUsed: string
  readonly effectiveGasPrice: string
}

/** What the nodes themselves say, asked in the plainest way. */
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
  const fee = (receipt: Receipt) => BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice)
  const mined = (network: string, hash: string) =>
    polled(() => ask<Receipt | null>(network, 'eth_getTransactionReceipt', hash), 'the transaction is mined')

  return {
    async balance(network, address, asset) {
      if (!asset) return BigInt(await ask<string>(network, 'eth_getBalance', address, 'latest'))
      const data = `0x70a08231${word(address)}`
      return BigInt(await ask<string>(network, 'eth_call', { to: contract(asset), data }, 'latest'))
    },
    async transaction(network, hash) {
      const receipt = await ask<Receipt | null>(network, 'eth_getTransactionReceipt', hash)
      return receipt ? { ok: receipt.status === '0x1', fee: fee(receipt) } : undefined
    },
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
      const receipt = await mined(network, hash)
      if (receipt.status !== '0x0') throw new Error('the transaction was meant to fail')
      return { hash, fee: fee(receipt) }
    },
  }
}
