import type { Hex } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { nodeRpc } from '../node-rpc.ts'
import { sendAsFaucet } from './send-as-faucet.ts'

/**
 * The deterministic deployment proxy, a contract that anvil has from the start. Its input is a salt and the creation code:
 * https://github.com/Arachnid/deterministic-deployment-proxy
 */
const factory = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/**
 * Deploys a contract with CREATE2, so that its address is the same on all networks. Does nothing if the contract already exists.
 * @param name The contract's name for the error.
 * @throws `internal/unexpected`
 */
export async function deployByFactory(
  url: string,
  name: string,
  salt: Hex,
  code: Hex,
  signal?: AbortSignal,
): Promise<Hex> {
  const { getCreate2Address } = await import('viem')
  const address = getCreate2Address({ from: factory, salt, bytecode: code })
  const isThere = async () => (await nodeRpc<Hex>(url, 'eth_getCode', [address, 'latest'], signal)) !== '0x'
  if (await isThere()) return address
  const failed = `${name} could not be deployed`
  await sendAsFaucet(url, failed, { to: factory, data: `${salt}${code.slice(2)}` }, signal)
  if (await isThere()) return address
  throw latchkeyError('internal/unexpected', { values: { message: failed } })
}
