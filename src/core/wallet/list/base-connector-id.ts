/**
 * The id that an injected wallet claimed. Any wallet can claim any id, so the second wallet that claims `io.fox` becomes `io.fox#2`. The order may
 * change with each page load: so the claimed id is stored, and the account distinguishes the wallets.
 */
export function baseConnectorId(connectorId: string): string {
  return connectorId.replace(/#\d+$/, '')
}
