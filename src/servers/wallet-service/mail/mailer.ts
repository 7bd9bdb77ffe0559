export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface Mailer {
  /** Resolves when a server has taken the mail. @throws Where none does. */
  send(mail: Mail): Promise<void>
  close(): void
}
