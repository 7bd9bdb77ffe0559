import { concatHex, getContractAddress, getCreate2Address, keccak256 } from 'viem'
import type { Hex } from '../../core/chain/caip.ts'

/**
 * The init code of the ERC-1967 proxy in Solady's LibClone: the part before the address of the implementation, and the part after
 * it.
 */
const proxyCode = [
  '0x603d3d8160223d3973',
  '0x60095155f3363d3d373d3d363d7f360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc545af43d6000803e6038573d6000fd5b3d6000f3',
] as const

/**
 * Computes the address of the account that the factory creates for a salt (EIP-1014). The implementation is the first contract
 * that the factory created (`smart-account.sol`).
 */
export function accountAddress(factory: Hex, salt: Hex): Hex {
  const implementation = getContractAddress({ from: factory, nonce: 1n })
  const [before, after] = proxyCode
  const bytecodeHash = keccak256(concatHex([before, implementation, after]))
  return getCreate2Address({ from: factory, salt, bytecodeHash })
}

/**
 * Returns the salt of an owner's account. It starts with the owner's address, so that no other owner can get this account's
 * address.
 */
export function accountSalt(owner: Hex): Hex {
  return `${owner}${'0'.repeat(24)}`
}
