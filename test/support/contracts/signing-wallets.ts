// The bytecode of contract wallets, in EVM opcodes. Each wallet answers `isValidSignature(bytes32,bytes)` of ERC-1271.
// All except `afterPreparation` ignore which function is called.

type Code = `0x${string}`

const code = (...parts: readonly string[]): Code => `0x${parts.join('').replaceAll(' ', '')}`
/** Opcodes that return the word on top of the stack. */
const returned = '5f 52 60 20 5f f3'
const magic = `7f 1626ba7e ${'00'.repeat(28)}`

/** Accepts everything. */
export const yes = code(magic, returned)

/** Accepts every signature for this hash, and no signature for another hash. */
export const onlyFor = (hash: string): Code =>
  code('6004 35', `7f ${hash.slice(2)}`, '14', '63 1626ba7e 02 60e0 1b', returned)

/**
 * Accepts signatures by the key of the address `owner`. Passes the signature's first 65 bytes to the precompile that
 * recovers the signer.
 */
export const ownedBy = (owner: string): Code =>
  code(
    '6004 35 5f 52', // The hash,
    '60a4 35 60f8 1c 6020 52', // v,
    '6064 35 6040 52', // r,
    '6084 35 6060 52', // s.
    '6020 6080 6080 5f 6001 5a fa 50',
    `6080 51 73 ${owner.slice(2)} 14 63 1626ba7e 02 60e0 1b`,
    returned,
  )

/** Accepts all signatures, but only after a call of another function. */
export const afterPreparation = code(
  '5f 35 60e0 1c 63 1626ba7e 14 6013 57', // Jumps to the answer if `isValidSignature` is called.
  '6001 5f 55 00', // Any other function stores that it was called.
  '5b 5f 54 63 1626ba7e 02 60e0 1b',
  returned,
)

/** Wallets that don't accept a signature. Some of their answers resemble acceptance. */
export const fickle: Readonly<Record<string, Code>> = {
  reverts: code('5f 5f fd'),
  'reverts with the accepting value': code(magic, '5f 52 6020 5f fd'),
  'runs an invalid opcode': code('fe'),
  'never ends': code('5b 5f 56'),
  'returns nothing': code('00'),
  'returns 0': code('5f', returned),
  'returns true': code('6001', returned),
  'returns the accepting value of EIP-1654': code(`7f 20c13b0b ${'00'.repeat(28)}`, returned),
  'returns the accepting value at the wrong end of the word': code('63 1626ba7e', returned),
  'returns the accepting value followed by another byte': code(`7f 1626ba7e ${'00'.repeat(27)} 01`, returned),
  'returns the accepting value without its padding': code(magic, '5f 52 6004 5f f3'),
  'returns the accepting value and another word': code(magic, '5f 52 6040 5f f3'),
  'returns the accepting value without the last byte of its padding': code(magic, '5f 52 601f 5f f3'),
  'returns the input of the call': code('36 5f 5f 37 36 5f f3'),
}

/** Returns the creation code of a contract with this runtime code. */
export const creationOf = (runtime: Code): Code => {
  const size = ((runtime.length - 2) / 2).toString(16).padStart(4, '0')
  return code(`61${size} 80 600a 5f 39 5f f3`, runtime.slice(2))
}
