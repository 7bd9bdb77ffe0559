/** The error that a route throws to answer with a status and a text. */
export class HttpRefusal extends Error {
  override readonly name = 'HttpRefusal'
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}
