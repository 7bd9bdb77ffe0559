import { parseAbi } from 'viem'

/** The addresses of wrapped ether (WETH), by chain id. */
export const weth: Readonly<Record<number, `0x${string}`>> = {
  11155111: '0xfFf9976782d46CC05630D1f6eBAb18b2324d6B14',
  84532: '0x4200000000000000000000000000000000000006',
}

export const abi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function deposit() payable',
  'event Deposit(address indexed dst, uint256 wad)',
])

/** A text to sign as EIP-712 data. */
export const note = {
  types: { Note: [{ name: 'text', type: 'string' }] },
  primaryType: 'Note',
  message: { text: 'I like wrapped ether.' },
} as const
