import { isLatchkeyError } from './latchkey-error.ts'

/**
 * Messages about limits of one request. "query returned more than 10000 results" with -32005, "range 1000000 exceeds limit of
 * 10000" with -32602: https://github.com/INFURA/infura/issues/237. "Log response size exceeded":
 * https://github.com/bancorprotocol/webapp/issues/523
 */
const words =
  /more than [\d,]+ (results|logs|entries|items)|too many (results|logs|blocks)|\b(block )?range\b|(response|result|payload|body) (size|is too)/i

/**
 * Returns whether a node refused a request because the request asks for too much data at once, such as the logs of too many
 * blocks. Nodes use the code -32005 for this case too. But such a node isn't busy: it accepts a smaller request. Another node may
 * accept the same request.
 */
export function isAboutRange(error: unknown): boolean {
  if (!isLatchkeyError(error) || !/^rpc\/(limit-exceeded|invalid-(params|input|request))$/.test(error.code))
    return false
  return words.test(error.details ?? '')
}
