/** What a handler throws to end the connection without an answer, as a node that has died does. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** What a handler throws to answer with a status and a text. */
export class HttpRefusal extends Error {
  override readonly name = 'HttpRefusal'
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}
