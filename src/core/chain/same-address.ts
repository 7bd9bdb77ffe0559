/**
 * Returns whether two addresses are equal. Only the hex addresses of eip155 are equal in any case. Two absent addresses are equal,
 * as two native coins are.
 */
export function isSameAddress(one: string | undefined, other: string | undefined): boolean {
  return one === other || (/^0x/i.test(one ?? '') && one?.toLowerCase() === other?.toLowerCase())
}
