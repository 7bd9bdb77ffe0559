import { concatHex, getContractAddress, getCreate2Address, keccak256 } from 'viem'
import type { Hex } from '../../core/chain/caip.ts'

/** The code by which Solady's LibClone makes an ERC-1967 proxy, around the address that it delegates to. */
const proxyCode = [
  '0x603d3d8160223d3973',
  '0x60095155f3363d3d373d3d363d7f360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc545af43d6000803e6038573d6000fd5b3d6000f3',
] as const

/**
 * Where the factory makes the account of a salt, by arithmetic alone: the account that all delegate to is the first contract
 * that the factory made (`smart-account.sol`), and a proxy is where EIP-1014 puts its code.
 */
export function accountAddress(factory: Hex, salt: Hex): Hex {
  const implementation = getContractAddress({ from: factory, nonce: 1n })
  const [before, after] = proxyCode
  const bytecodeHash = keccak256(concatHex([before, implementation, after]))
  return getCreate2Address({ from: factory, salt, bytecodeHash })
}
