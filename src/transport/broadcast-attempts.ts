import { isNotSent, markDoubtful, markUnsent } from '../core/errors/not-sent.ts'
import { isObject } from '../core/json/is-object.ts'

/**
 * Runs the attempts of a broadcast. `run` must pass each delivery to `attempt`. If the broadcast fails, throws the last error.
 * Marks the error for `broadcastError`: as doubtful if an attempt may have sent the transaction, and as unsent if no attempt
 * began. If a call succeeds after such an attempt, its answer has the hidden property `doubtful`: a Cosmos node returns a refusal
 * as an answer.
 */
export async function broadcastAttempts<T>(
  run: (attempt: <R>(deliver: () => Promise<R>) => Promise<R>) => Promise<T>,
): Promise<T> {
  let began = false
  let doubtful = false
  try {
    const answer = await run((deliver) => {
      began = true
      return deliver().catch((error: unknown) => {
        doubtful ||= !isNotSent(error)
        throw error
      })
    })
    if (doubtful && isObject(answer)) Object.defineProperty(answer, 'doubtful', { value: true })
    return answer
  } catch (error) {
    throw doubtful ? markDoubtful(error) : began ? error : markUnsent(error)
  }
}
