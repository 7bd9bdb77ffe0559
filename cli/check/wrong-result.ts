import { CliError } from '../output/cli-error.ts'
import { exitCodes } from '../output/exit-codes.ts'

/** The step ran, and its result is wrong. */
export class WrongResult extends CliError {
  constructor(message: string, seen: object) {
    super('check/wrong-result', exitCodes.wrong, message, {
      data: seen,
      hint: 'The wallet, the node or the token did not do what it said.',
    })
  }
}
