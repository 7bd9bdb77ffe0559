export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface Mailer {
  /** Resolves when a server has taken the mail. @throws Where none does. */
  send(mail: Mail): Promise<void>
  /** Asks the server whether it would take mails, and sends none. Absent where that cannot be told. @throws Where it would not. */
  check?(): Promise<void>
  close(): void
}
