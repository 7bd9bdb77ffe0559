/** The error if the service refuses a call or fails. Its message is for the visitor. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

export function isRefused(error: unknown, code: string): boolean {
  return error instanceof Refusal && error.code === code
}
