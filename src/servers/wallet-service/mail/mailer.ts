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
  /** Waits at most 5 s for the mails that are being sent, then closes the connections. */
  close(): Promise<void>
}
