import { CliError } from '../output/cli-error.ts'
import { exitCodes } from '../output/exit-codes.ts'

/** The step was done, and what came of it is not what should have. */
export class WrongResult extends CliError {
  constructor(message: string, seen: object) {
    super('check/wrong-result', exitCodes.wrong, message, {
      data: seen,
      hint: 'The wallet, the node or the token did not do what it said.',
    })
  }
}
