import { NodeFailure, type PostToNode } from '../data/node-calls.ts'
import { ask, UpstreamFailure } from './ask.ts'

/** Posts to a node. Its URL may contain an API key: clients never see it, and failures don't name it. */
export function postTo(rpcUrl: string): PostToNode {
  const url = new URL(rpcUrl)
  return async (body, signal) => {
    try {
      const { status, text } = await ask({ method: 'POST', url, body, signal })
      // Nodes answer notifications with 204.
      if (status === 200 || status === 204 || (status < 500 && isRpcError(text))) return text
      throw new NodeFailure(`The node answered with ${status}`)
    } catch (error) {
      throw error instanceof UpstreamFailure
        ? new NodeFailure(error.message.replace('upstream', 'node'))
        : error
    }
  }
}

/** Some nodes send JSON-RPC errors with another status than 200. */
function isRpcError(text: string): boolean {
  try {
    const { error } = Object(JSON.parse(text)) as { readonly error?: unknown }
    return typeof error === 'object' && error !== null && 'code' in error
  } catch {
    return false
  }
}
