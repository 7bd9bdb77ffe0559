/**
 * The id that a wallet of the page asked for. Anybody may ask for the id of another, so the second to ask for `io.fox` gets
 * `io.fox#2`. Who comes first may change with each load of the page: what is kept between visits is this id, and an account
 * tells whose it is.
 */
export function claimedId(connectorId: string): string {
  return connectorId.replace(/#\d+$/, '')
}
