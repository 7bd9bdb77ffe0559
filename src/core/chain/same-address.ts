/**
 * Returns whether two addresses are equal. The comparison ignores case only in hex addresses with `0x` (eip155). Two absent
 * addresses are equal, because both stand for the native coin.
 */
export function isSameAddress(one: string | undefined, other: string | undefined): boolean {
  return one === other || (/^0x/i.test(one ?? '') && one?.toLowerCase() === other?.toLowerCase())
}
