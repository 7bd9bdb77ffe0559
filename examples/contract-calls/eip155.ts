import type { Latchkey } from 'latchkey'
import { readContract, simulateContract, writeContract } from 'latchkey/viem'
import { parseAbi } from 'viem'

const abi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
  'error InsufficientBalance(address account, uint256 balance, uint256 needed)',
])
type Address = `0x${string}`

/**
 * Calls `transfer` of a token contract. Returns the sender's balance after the transfer. If the transfer would fail, rejects with the contract's
 * reason, and doesn't ask the wallet.
 */
export async function transferTokens(
  latchkey: Latchkey,
  contract: Address,
  to: Address,
  value: bigint,
): Promise<bigint> {
  const connection = latchkey.connections.of('eip155')
  if (!connection) throw new Error('Connect a wallet first.')
  const call = { abi, address: contract, functionName: 'transfer', args: [to, value] } as const
  const { request } = await simulateContract(latchkey, call)
  const sent = await writeContract(latchkey, request)
  const adapter = await latchkey.adapter('eip155')
  await adapter.waitForTransaction(connection.network.caipNetworkId, sent)
  const owner = connection.accounts[0].address as Address
  return readContract(latchkey, { abi, address: contract, functionName: 'balanceOf', args: [owner] })
}
