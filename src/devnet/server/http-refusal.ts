/** Thrown by a handler to close the connection without an answer, as a dead node does. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** Thrown by a handler to answer with a status and a text. */
export class HttpRefusal extends Error {
  override readonly name = 'HttpRefusal'
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}
