/** The call of a token function (ERC-20 or ERC-721). The contract might not be a token. */
export interface TokenCall {
  /** The function's name. */
  readonly name: string
  /** The arguments: addresses in lower case, decimal numbers, `true` or `false`. */
  readonly args: readonly (readonly [name: string, value: string])[]
}

type Kind = 'address' | 'uint256' | 'bool'

/** The token functions by selector. A selector is the first four bytes of the hash of the function's signature. */
const functions: Readonly<Record<string, readonly [name: string, ...args: (readonly [string, Kind])[]]>> = {
  '0xa9059cbb': ['transfer', ['to', 'address'], ['amount', 'uint256']],
  '0x095ea7b3': ['approve', ['spender', 'address'], ['amount', 'uint256']],
  '0x23b872dd': ['transferFrom', ['from', 'address'], ['to', 'address'], ['amount', 'uint256']],
  '0x42842e0e': ['safeTransferFrom', ['from', 'address'], ['to', 'address'], ['id', 'uint256']],
  '0xa22cb465': ['setApprovalForAll', ['operator', 'address'], ['approved', 'bool']],
}

const word = 64

/**
 * Decodes the call data of a token function. Returns undefined for other functions, and for arguments that aren't in the
 * canonical encoding.
 */
export function decodeTokenCall(hex: string): TokenCall | undefined {
  const found = functions[hex.slice(0, 10)]
  if (!found) return undefined
  const [name, ...kinds] = found
  if (hex.length !== 10 + kinds.length * word) return undefined
  const args: [string, string][] = []
  for (const [at, [arg, kind]] of kinds.entries()) {
    const value = readers[kind](hex.slice(10 + at * word, 10 + (at + 1) * word))
    if (value === undefined) return undefined
    args.push([arg, value])
  }
  return { name, args }
}

const readers: Readonly<Record<Kind, (word: string) => string | undefined>> = {
  address: (text) => (/^0{24}/.test(text) ? `0x${text.slice(24)}` : undefined),
  uint256: (text) => String(BigInt(`0x${text}`)),
  bool: (text) => (/^0{63}[01]$/.test(text) ? String(text.endsWith('1')) : undefined),
}
