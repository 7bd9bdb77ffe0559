/** EIP-712, "Definition of domainSeparator": the members that a domain may have, in their order. */
const domainMembers = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const

/** The type of a domain for which nobody gives one: those of the standard's members that the domain has. */
export function domainType(domain: Readonly<Record<string, unknown>>) {
  return domainMembers.filter(({ name }) => domain[name] !== undefined)
}
