import { NodeRefusal } from '../bitcoin-node.ts'

/** bitcoind's own codes for what it refuses: `rpc/protocol.h`. */
const codes = { parse: -22, failed: -25, rejected: -26, known: -27 } as const

/** @param reason By the name that bitcoind has for it, such as `dust`. */
export function rejected(reason: string): NodeRefusal {
  return new NodeRefusal(codes.rejected, reason)
}

/** What bitcoind may well know, and the simulator does not: it says so rather than let it pass unchecked. */
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
