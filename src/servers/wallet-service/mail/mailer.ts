export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface Mailer {
  /** Resolves when a mail server has accepted the mail. @throws When none accepts it. */
  send(mail: Mail): Promise<void>
  /**
   * Checks, without sending mail, whether the mail server is ready. Absent when that can't be checked.
   * @throws When the server is not ready.
   */
  check?(): Promise<void>
  /** Waits for the mails on their way, 5 s at most, and ends the connections. */
  close(): Promise<void>
}
