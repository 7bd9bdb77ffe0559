import { NodeRefusal } from '../bitcoin-node.ts'

/** bitcoind's error codes (`rpc/protocol.h`). */
const codes = { parse: -22, failed: -25, rejected: -26, known: -27 } as const

/** @param reason bitcoind's word for the reason, such as `dust`. */
export function rejected(reason: string): NodeRefusal {
  return new NodeRefusal(codes.rejected, reason)
}

/** The error for a transaction that bitcoind may accept, but that the simulator can't check. */
export function notSimulated(what: string): NodeRefusal {
  return new NodeRefusal(codes.rejected, `not simulated: ${what}; it takes a real bitcoind`)
}

export function failed(reason: string): NodeRefusal {
  return new NodeRefusal(codes.failed, reason)
}

export function undecodable(reason: string): NodeRefusal {
  return new NodeRefusal(codes.parse, reason)
}

export function alreadyMined(): NodeRefusal {
  return new NodeRefusal(codes.known, 'Transaction outputs already in utxo set')
}
