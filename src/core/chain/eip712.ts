/** The fields that an EIP-712 domain may have, in the standard's order ("Definition of domainSeparator"). */
const domainMembers = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const

/** Returns the default type of a domain: the list of the standard fields that the domain has. */
export function domainType(domain: Readonly<Record<string, unknown>>) {
  return domainMembers.filter(({ name }) => domain[name] !== undefined)
}
