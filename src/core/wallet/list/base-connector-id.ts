/**
 * Returns the id that an injected wallet claimed, without the number that Latchkey added. Several wallets can claim the same id,
 * so the second wallet that claims `io.fox` gets the id `io.fox#2`. The numbers may change with each page load. So Latchkey
 * stores the claimed id, and finds the wallet again by the account.
 */
export function baseConnectorId(connectorId: string): string {
  return connectorId.replace(/#\d+$/, '')
}
