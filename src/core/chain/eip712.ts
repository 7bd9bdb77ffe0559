/** The fields that a domain may have, in order (EIP-712, "Definition of domainSeparator"). */
const domainMembers = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const

/** The default type of a domain: the standard fields that it has. */
export function domainType(domain: Readonly<Record<string, unknown>>) {
  return domainMembers.filter(({ name }) => domain[name] !== undefined)
}
