/**
 * Returns whether two addresses are equal. Ignores upper and lower case only in the hex addresses of eip155. Two absent addresses
 * are equal, because both stand for the native coin.
 */
export function isSameAddress(one: string | undefined, other: string | undefined): boolean {
  return one === other || (/^0x/i.test(one ?? '') && one?.toLowerCase() === other?.toLowerCase())
}
