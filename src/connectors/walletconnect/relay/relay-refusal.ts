/** The relay's refusal with its reason. It is kept until `clear` is called. */
export class RelayRefusal {
  readonly #waiting = new Set<(error: Error) => void>()
  #error: Error | undefined

  get error(): Error | undefined {
    return this.#error
  }

  /** Whether a caller waits for a promise that a refusal would reject. */
  get awaited(): boolean {
    return this.#waiting.size > 0
  }

  set(error: Error): void {
    this.#error = error
    for (const reject of [...this.#waiting]) reject(error)
  }

  clear(): void {
    this.#error = undefined
  }

  /** Settles like the given promise. Rejects if the relay refuses us, because the given promise would then never settle. */
  async orElse<T>(promise: Promise<T>): Promise<T> {
    if (this.#error) throw this.#error
    let refuse: (error: Error) => void = () => {}
    const refused = new Promise<never>((_, reject) => {
      refuse = reject
      this.#waiting.add(refuse)
    })
    try {
      return await Promise.race([promise, refused])
    } finally {
      this.#waiting.delete(refuse)
    }
  }
}
